/** Tables for tests. */

import type { Deed, GameEvent, Happened, Move, Opened, PointName, RoomEvent, Rules, Seat, Snapshot, State, Stone } from './protocol';
import { rulesOf } from './presets';
import type { Situation } from './prompt';
import { emptyTable, receive, type Known } from './table';

export const RULES: Rules = { ...rulesOf('freestyle'), clock: null };

/** A public table at which whoever opened it has Black. */
export const OPENED: Opened = {
  rules: RULES,
  colours: 'black_a',
  visibility: 'public',
  wall_ms: 0,
  server: 'x',
  previous: null,
  series: null,
  arbitration: 'none',
  board: null,
  lot_digest: '0'.repeat(64),
};

/** A running game in which seat A plays Black and is to move, but for what is said otherwise. */
export function state(other: Partial<State> = {}): State {
  return {
    phase: 'playing',
    ply: 0,
    black: 'a',
    owed: { seat: 'a', what: { type: 'stone', stone: 'black', zone: null } },
    clock: null,
    shown: [],
    opening: null,
    forbidden: [],
    fouls: [],
    draw_offer: null,
    favour: null,
    paused: false,
    halted: false,
    suspended: false,
    stopped_since: null,
    colours: null,
    start: null,
    adjournment: null,
    violations: { a: 0, b: 0 },
    outcome: null,
    earned: null,
    confirmation: null,
    disqualified: { a: false, b: false },
    match_half_points: null,
    rematch_offer: null,
    rematch: null,
    next_game: false,
    opener: 'a',
    lot: null,
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
    opened: OPENED,
    seats: { a: { id: 'ann', name: 'Ann' }, b: { id: 'bo', name: 'Bo' } },
    arbiters: [],
    board: null,
    laid: [],
    moves: [],
    acts: [],
    state: state(),
    hash: '',
    ...other,
  };
}

/** What is known of room `r` after a snapshot. */
export function known(other: Partial<Snapshot> = {}): Known {
  const { table } = receive(emptyTable('r'), snapshot(other));
  if (!table.known) {
    throw new Error('a snapshot tells everything');
  }
  return table.known;
}

/** A record of room `r`. */
export function happened(seq: number, events: RoomEvent[], after: State = state()): Happened {
  return { type: 'happened', room: 'r', seq, at: 100 * seq, events, state: after };
}

/** Something in the game. */
export function gameEvent(event: GameEvent): RoomEvent {
  return { type: 'game', event };
}

/** A deed that was done. */
export function moved(seat: Seat, deed: Deed): RoomEvent {
  return gameEvent({ type: 'moved', seat, deed, lag_ms: 0 });
}

/** A stone that was played. */
export function placed(seat: Seat, stone: Stone, point: PointName): RoomEvent {
  return moved(seat, { type: 'stone', stone, point });
}

/** Moves as a snapshot has them: deeds by turns, seat A's first. */
export function movesOf(...deeds: Deed[]): Move[] {
  return deeds.map((deed, index) => ({ seat: index % 2 === 0 ? 'a' : 'b', deed, at: 0, took_ms: 0, lag_ms: 0 }));
}

/** A situation in which nobody has a seat and nothing is under way, but for what is said otherwise. */
export function situation(other: Partial<Situation> = {}): Situation {
  return {
    known: known(),
    seat: null,
    isInvited: false,
    isArbiter: false,
    keptSeat: null,
    isInterrupted: false,
    isSendingStone: false,
    asking: null,
    complaint: null,
    conflict: [],
    isLive: true,
    chosen: null,
    tentative: [],
    number: 1,
    held: null,
    absence: null,
    mayArrive: false,
    claim: null,
    ...other,
  };
}
