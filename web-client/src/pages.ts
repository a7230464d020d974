/** The pages that are not part of the first one. */

import { Late } from './late.svelte';
import type { Session } from './session.svelte';

/** The page of one game. */
export const gamePage = new Late<{ session: Session; id: string }>(() => import('./game/Game.svelte'));
