/** Which records the list of moves tells of, besides moves. Pure. */

import type { GameEvent, RoomEvent } from '../protocol';

const ROOM_TYPES: ReadonlySet<RoomEvent['type']> = new Set(['officiated', 'ruled', 'complained']);
const GAME_TYPES: ReadonlySet<GameEvent['type']> = new Set([
  'draw_offered',
  'draw_offer_dropped',
  'draw_declined',
  'claim_failed',
  'violated',
  'time_fouled',
  'sealed',
]);

/** Whether a record of these events is one that the list of moves tells of. */
export function isAct(events: readonly RoomEvent[]): boolean {
  return events.some((event) => (event.type === 'game' ? GAME_TYPES.has(event.event.type) : ROOM_TYPES.has(event.type)));
}
