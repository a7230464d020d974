/** Tables for tests. */

import type { Happened, PointName, RoomEvent, Seat, Snapshot, State, Stone } from './protocol';
import { rulesOf } from './rules';

export const RULES = rulesOf('freestyle', 15, { type: 'none' });

/** A running game in which seat A plays Black and is to move, but for what is said otherwise. */
export function state(other: Partial<State> = {}): State {
  return {
    phase: 'playing',
    ply: 0,
    black: 'a',
    owed: { seat: 'a', what: { type: 'stone', stone: 'black' } },
    clock: null,
    draw_offer: null,
    outcome: null,
    rematch_offer: null,
    rematch: null,
    ...other,
  };
}

/** A snapshot of room `r`, in which Ann and Bo sit. */
export function snapshot(other: Partial<Snapshot> = {}): Snapshot {
  return {
    type: 'snapshot',
    room: 'r',
    next: 3,
    at: 0,
    opened: { rules: RULES, colours: 'black_a', visibility: 'public', wall_ms: 0, server: 'x', previous: null },
    seats: { a: { id: 'ann', name: 'Ann' }, b: { id: 'bo', name: 'Bo' } },
    moves: [],
    state: state(),
    hash: '',
    ...other,
  };
}

/** A record of room `r`. */
export function happened(seq: number, events: RoomEvent[], after: State = state()): Happened {
  return { type: 'happened', room: 'r', seq, at: 100 * seq, events, state: after };
}

/** A stone that was played. */
export function placed(seat: Seat, stone: Stone, point: PointName): RoomEvent {
  return { type: 'game', event: { type: 'placed', seat, stone, point, lag_ms: 0 } };
}
