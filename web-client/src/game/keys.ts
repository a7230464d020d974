/** Which key does what on the page of a game. Pure. */

import type { Button, Press } from '../prompt';

/** Keys for what the prompt offers: a key works while its button is there. */
const PROMPT_KEYS: Record<string, readonly Press[]> = {
  j: ['sit'],
  a: ['accept_draw', 'accept_rematch', 'grant'],
  x: ['decline_draw', 'decline_rematch', 'deny'],
  o: ['object'],
  n: ['offer_rematch', 'accept_rematch', 'next_game', 'go_rematch'],
  c: ['copy_link'],
  l: ['go_live'],
  q: ['abort'],
  e: ['resume'],
  Enter: ['confirm_place', 'show', 'keep', 'announce', 'claim_forbidden', 'commit', 'reveal', 'ready', 'confirm', 'confirm_result', 'officiate'],
};

/** What a key does of what the prompt offers. Choices are numbered. */
export function promptKey(key: string, buttons: readonly Button[]): Press | null {
  const able = buttons.filter(({ isOff }) => !isOff);
  const wanted = PROMPT_KEYS[key] ?? [];
  const offered = able.find(({ press }) => wanted.includes(press));
  const choices = able.filter(({ press }) => /^(?:choose|call|take)_/.test(press));
  return offered?.press ?? choices[Number(key) - 1]?.press ?? null;
}

/** What a key does of the actions beside the board. */
export const ACTION_KEYS: Record<string, Action> = {
  d: 'draw',
  f: 'claim',
  p: 'pass',
  r: 'resign',
  t: 'takeback',
  w: 'pause',
  g: 'give_time',
  5: 'five',
  q: 'abort',
  i: 'complain',
};
/** An action beside the board, by what it is about. */
export type Action = 'draw' | 'claim' | 'pass' | 'resign' | 'takeback' | 'pause' | 'give_time' | 'five' | 'abort' | 'complain';
