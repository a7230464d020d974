/** Which key does what on the page of a game. Pure. */

import type { Button, Deed } from '../owed';
import type { Seat } from '../protocol';
import type { Known } from '../table';

/** Keys for what the prompt offers: a key works while its button is there. */
const PROMPT_KEYS: Record<string, readonly Deed[]> = {
  j: ['sit'],
  a: ['accept_draw', 'accept_rematch'],
  x: ['decline_draw', 'decline_rematch'],
  n: ['offer_rematch', 'accept_rematch', 'go_rematch'],
  c: ['copy_link'],
  l: ['go_live'],
  q: ['abort'],
};

/** What a key does now, if anything. */
export function keyDeed(key: string, buttons: readonly Button[], known: Known | null, seat: Seat | null): Deed | null {
  const wanted = PROMPT_KEYS[key] ?? [];
  const offered = buttons.find(({ deed }) => wanted.includes(deed));
  if (offered) {
    return offered.deed;
  }
  if (key === 'd' && mayOfferDraw(known, seat)) {
    return 'offer_draw';
  }
  return key === 'q' && mayAbort(known, seat) ? 'abort' : null;
}

/** Whether a draw can be offered: the game runs and no offer stands. */
export function mayOfferDraw(known: Known | null, seat: Seat | null): boolean {
  return seat !== null && known?.state.phase === 'playing' && known.state.draw_offer === null;
}

/** Whether the game can still be called off: one side has not moved. */
export function mayAbort(known: Known | null, seat: Seat | null): boolean {
  return seat !== null && known?.state.phase === 'playing' && known.state.ply < 2;
}
