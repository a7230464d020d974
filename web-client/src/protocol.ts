/**
 * The messages of `tengen.v1`, as `proto/` describes them. Types only: nothing here speaks, and nothing here decides.
 *
 * The client sends exactly these shapes. Towards what it receives it is tolerant: a `type` it does not know is ignored.
 */

/** The subprotocol of the WebSocket. */
export const SUBPROTOCOL = 'tengen.v1';

/** One of the two places at a table; neither a colour nor a person. */
export type Seat = 'a' | 'b';
/** The colour of a stone. */
export type Stone = 'black' | 'white';
/** A point by its lower-case name, `h8`. */
export type PointName = string;

/** One thing for each seat. */
export interface PerSeat<T> {
  a: T;
  b: T;
}

/** A person. The id is public and lets nobody act for them. */
export interface Person {
  id: string;
  name: string;
}

// Rules

export type Five = 'five_or_more' | 'exactly_five' | 'renju';
export type Forbidden = 'nobody' | 'black';
export type Colours = 'black_a' | 'black_b' | 'random';
export type Visibility = 'public' | 'link';
/** A shape that is forbidden to Black in renju. */
export type Foul = 'overline' | 'four_four' | 'three_three';

export type Gain =
  | { type: 'nothing' }
  | { type: 'increment'; ms: number }
  | { type: 'give_back'; ms: number }
  | { type: 'delay'; ms: number };

/** Moves to be made within a period, and what making them brings. */
export interface Quota {
  moves: number;
  met: 'restart' | 'next_stage' | 'carry_over';
}

/** One stretch of a side's time. */
export interface Stage {
  time_ms: number;
  periods: number;
  quota: Quota | null;
  gain: Gain;
  exhausted: 'flag' | 'next_stage';
}

/** The rules of a game, fixed before the first move. */
export interface Rules {
  board: number;
  five: Five;
  forbidden: Forbidden;
  adjudication: 'auto';
  declaration: 'automatic';
  opening: 'free';
  pass: 'never';
  draws: 'plain';
  takebacks: 'never';
  clock: { stages: Stage[] } | null;
  lag: { per_move_ms: number; per_game_ms: number };
  start: { type: 'when_seated'; within_ms: number };
}

// Client to server

/** How far a client has seen a room. */
export interface Seen {
  epoch: number;
  next: number;
}

/** What a person can do in a room. `ply` is the number of moves in the position the command answers. */
export type Action =
  | { type: 'sit' }
  | { type: 'place'; ply: number; point: PointName }
  | { type: 'resign' }
  | { type: 'offer_draw'; ply: number }
  | { type: 'accept_draw'; ply: number }
  | { type: 'decline_draw'; ply: number }
  | { type: 'abort' }
  | { type: 'offer_rematch' }
  | { type: 'accept_rematch' }
  | { type: 'decline_rematch' };

/** Messages that are answered by `accepted` or `refused` and may be sent again with the same id. */
export type Command =
  | { type: 'create'; id: string; rules: Rules; colours: Colours; visibility: Visibility }
  | { type: 'act'; room: string; id: string; action: Action }
  | { type: 'rename'; id: string; name: string };

export type ClientMessage =
  | { type: 'ping'; n: number }
  | { type: 'watch_lobby' }
  | { type: 'leave_lobby' }
  | { type: 'join'; room: string; seen: Seen | null }
  | { type: 'leave'; room: string }
  | Command;

// Server to client

/** Why a command was refused or a message not understood. The server may know more of them. */
export type Code =
  | 'game_over'
  | 'not_started'
  | 'stale_ply'
  | 'not_your_turn'
  | 'bad_point'
  | 'occupied'
  | 'no_offer'
  | 'offer_stands'
  | 'offer_too_soon'
  | 'too_late_to_abort'
  | 'not_a_player'
  | 'no_free_seat'
  | 'already_seated'
  | 'game_not_over'
  | 'rematch_made'
  | 'unknown_room'
  | 'not_joined'
  | 'bad_rules'
  | 'bad_command_id'
  | 'bad_name'
  | 'too_many_tables'
  | 'too_many_rooms'
  | 'bad_json'
  | 'bad_message'
  | 'too_fast'
  | 'unavailable'
  | 'restarting';

/** What was fixed when a room was opened. */
export interface Opened {
  rules: Rules;
  colours: Colours;
  visibility: Visibility;
  wall_ms: number;
  server: string;
  previous: string | null;
}

/** A move that was made. */
export interface Move {
  seat: Seat;
  stone: Stone;
  point: PointName;
  at: number;
  took_ms: number;
  lag_ms: number;
}

export type Reason =
  | { type: 'five'; line: PointName[] }
  | { type: 'forbidden'; point: PointName; foul: Foul }
  | { type: 'resigned' }
  | { type: 'flag' }
  | { type: 'agreement' }
  | { type: 'full_board' }
  | { type: 'aborted' }
  | { type: 'expired' };

export type Score = 'win' | 'draw' | 'loss' | 'void';

/** How a game ended. */
export interface Outcome {
  reason: Reason;
  scores: PerSeat<Score>;
}

/** One side's clock as it was at a moment. */
export interface Face {
  stage: number;
  left_ms: number;
  periods: number;
  moves_left: number | null;
  used_ms: number;
  lag_left_ms: number;
}

/** Both clocks; `running` says whose runs, and since when its face holds. */
export interface ClockState {
  running: { seat: Seat; since: number } | null;
  faces: PerSeat<Face>;
}

/** What a seat owes. */
export type Owed = { seat: Seat; what: { type: 'stone'; stone: Stone } };

export type Phase = 'open' | 'playing' | 'over';

/** Where a game stands. */
export interface State {
  phase: Phase;
  ply: number;
  black: Seat | null;
  owed: Owed | null;
  clock: ClockState | null;
  draw_offer: Seat | null;
  outcome: Outcome | null;
  rematch_offer: Seat | null;
  rematch: string | null;
}

export type GameEvent =
  | { type: 'started'; black: Seat }
  | { type: 'placed'; seat: Seat; stone: Stone; point: PointName; lag_ms: number }
  | { type: 'draw_offered'; seat: Seat }
  | { type: 'draw_declined'; seat: Seat }
  | { type: 'ended'; outcome: Outcome };

export type RoomEvent =
  | ({ type: 'opened' } & Opened)
  | { type: 'seated'; seat: Seat; person: Person }
  | { type: 'game'; event: GameEvent }
  | { type: 'rematch_offered'; seat: Seat }
  | { type: 'rematch_declined'; seat: Seat }
  | { type: 'rematch_made'; room: string };

/** A game in the lobby. */
export interface LobbyGame {
  room: string;
  phase: Phase;
  rules: Rules;
  colours: Colours;
  seats: PerSeat<Person | null>;
  wall_ms: number;
}

export type Welcome = { type: 'welcome'; server: string; person: Person; now: number };
export type Pong = { type: 'pong'; n: number; now: number };
export type Lobby = { type: 'lobby'; games: LobbyGame[]; people: number };
export type LobbyChange = { type: 'lobby_change'; changed: LobbyGame[]; removed: string[]; people: number };
export type Joined = { type: 'joined'; room: string; epoch: number; you: Seat | null; origin: number | null };
export type Snapshot = {
  type: 'snapshot';
  room: string;
  next: number;
  at: number;
  opened: Opened;
  seats: PerSeat<Person | null>;
  moves: Move[];
  state: State;
  hash: string;
};
export type Happened = {
  type: 'happened';
  room: string;
  seq: number;
  at: number;
  events: RoomEvent[];
  state: State;
};
export type Presence = { type: 'presence'; room: string; seats: PerSeat<boolean | null>; watchers: number };
export type Resumed = { type: 'resumed'; room: string; origin: number };
export type Accepted = { type: 'accepted'; id: string; room: string | null; seq: number | null };
export type Refused = {
  type: 'refused';
  id: string;
  room: string | null;
  code: Code;
  message: string;
  ply: number | null;
};
/** A message of ours that was not understood, or could not be followed. */
export type Fault = { type: 'error'; code: Code; message: string; room: string | null };
export type Restarting = { type: 'restarting'; come_back_in_ms: number; within_ms: number };

/** The answer to a command. */
export type Answer = Accepted | Refused;

/** What is said about one room. */
export type RoomMessage = Joined | Snapshot | Happened | Presence | Resumed;

export type ServerMessage = Welcome | Pong | Lobby | LobbyChange | RoomMessage | Answer | Fault | Restarting;

/** The message in a frame, or `null` if it is no tagged JSON object. */
export function parse(text: string): ServerMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerMessage) : null;
  } catch {
    return null;
  }
}

/** The seat across the table. */
export function otherSeat(seat: Seat): Seat {
  return seat === 'a' ? 'b' : 'a';
}
