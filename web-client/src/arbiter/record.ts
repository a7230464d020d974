/** Which records the list of moves tells of, besides moves: the same that the server keeps for who comes later. Pure. */

import type { Act, GameEvent, RoomEvent } from '../protocol';

/** So many of them are kept. */
export const ACTS_MAX = 256;

const ROOM_TYPES: ReadonlySet<RoomEvent['type']> = new Set(['officiated', 'presides', 'dismissed', 'ruled', 'complained']);
const GAME_TYPES: ReadonlySet<GameEvent['type']> = new Set([
  'draw_offered',
  'draw_offer_dropped',
  'draw_declined',
  'claim_failed',
  'plays_again',
  'violated',
  'time_fouled',
  'time_split',
  'asked',
  'denied',
  'taken_back',
  'paused',
  'resumed',
  'time_given',
  'sealed',
  'suspended',
  'result_accepted',
  'result_disputed',
  'result_settled',
]);

/** The acts after a record after which so many moves stand. What followed a move that was taken back follows what is left. */
export function actsAfter(acts: readonly Act[], at: number, after: number, events: readonly RoomEvent[]): readonly Act[] {
  const before = acts.some((act) => act.after > after) ? acts.map((act) => ({ ...act, after: Math.min(act.after, after) })) : acts;
  return isAct(events) ? [...before, { at, after, events: [...events] }].slice(-ACTS_MAX) : before;
}

/** Whether a record of these events is one that the list of moves tells of. */
export function isAct(events: readonly RoomEvent[]): boolean {
  return events.some((event) => (event.type === 'game' ? GAME_TYPES.has(event.event.type) : ROOM_TYPES.has(event.type)));
}
