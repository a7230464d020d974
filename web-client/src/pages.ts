/** The pages that people come to first: each comes by itself when it is wanted, and all of it before it is shown. */

import { Late } from './late.svelte';
import type { Route } from './route.svelte';
import type { Session } from './session.svelte';

/** The page of one game. */
export const gamePage = new Late<{ session: Session; id: string }>(() => import('./game/Game.svelte'));
/** The lobby. */
export const lobbyPage = new Late<{ session: Session }>(() => import('./lobby/Lobby.svelte'));

/** Fetches what an address is going to show. */
export async function loadPage({ type }: Route): Promise<void> {
  await (type === 'game' ? gamePage : type === 'lobby' ? lobbyPage : null)?.load();
}
