/**
 * The messages of `tengen.v1`, as `proto/` describes them. Types only: nothing here speaks, and nothing here decides.
 *
 * The client sends exactly these shapes. Towards what it receives it is tolerant: a `type` it does not know is ignored.
 */

import type {
  Adjournment,
  Arbitration,
  Call,
  ColourChoice,
  ColourState,
  Ruling,
  SealedMove,
  Sides,
  StartState,
  TalkLine,
} from './protocol-arbiter';
import type {
  Accepts,
  BotsMessage,
  Computer,
  Followed,
  Invited,
  Lobby,
  LobbyBrief,
  LobbyBriefChange,
  LobbyChange,
  Paired,
} from './protocol-lobby';
import type { Foul, NamedOpening, OpeningChoice, Rules, What } from './protocol-rules';

export type * from './protocol-arbiter';
export type * from './protocol-lobby';
export type * from './protocol-rules';

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
  /** Whether it is a program; left out if it is not. */
  bot?: boolean;
}

/** What a person is called where only text stands. */
export function calledBy(person: Person | null | undefined, marked: (name: string) => string): string {
  return person?.bot ? marked(person.name) : (person?.name ?? '');
}

/** How colours are settled: fixed, by lot, or chosen by the players when both sit. */
export type Colours = 'black_a' | 'black_b' | 'random' | ColourState['method'];
export type Visibility = 'public' | 'link';

// Client to server

/** How far a client has seen a room. */
export interface Seen {
  epoch: number;
  next: number;
}

/** What a person can do in a room. `ply` is `state.ply`, the number of the position the command answers. */
export type Action =
  | { type: 'sit' }
  | { type: 'place'; ply: number; point: PointName; draw?: boolean; five?: boolean }
  | { type: 'pass'; ply: number; draw?: boolean }
  | { type: 'lay'; ply: number; points: PointName[]; number?: number }
  | { type: 'choose'; ply: number; choice: OpeningChoice }
  | { type: 'announce'; ply: number; number: number }
  | { type: 'show'; ply: number; points: PointName[] }
  | { type: 'keep'; ply: number; point: PointName }
  | { type: 'claim_forbidden'; point: PointName }
  | { type: 'declare_five' }
  | { type: 'resign' }
  | { type: 'abandon' }
  | { type: 'claim_absence' }
  | { type: 'give_time' }
  | { type: 'offer_draw'; ply: number }
  | { type: 'accept_draw'; ply: number }
  | { type: 'decline_draw'; ply: number }
  | { type: 'object'; ply: number }
  | { type: 'ask_takeback'; ply: number }
  | { type: 'ask_pause'; ply: number }
  | { type: 'grant'; ply: number }
  | { type: 'deny'; ply: number }
  | { type: 'resume' }
  | { type: 'abort' }
  | { type: 'offer_rematch' }
  | { type: 'accept_rematch' }
  | { type: 'decline_rematch' }
  | { type: 'next_game' }
  | { type: 'ready' }
  | { type: 'commit'; digest: string }
  | { type: 'reveal'; number: number; nonce: string }
  | { type: 'call'; call: Call }
  | { type: 'choose_colour'; choice: ColourChoice }
  | { type: 'seal'; ply: number; move: SealedMove }
  | { type: 'confirm' }
  | { type: 'confirm_result' }
  | { type: 'complain'; text: string }
  | { type: 'say'; text: string }
  | { type: 'officiate'; key: string }
  | { type: 'rule'; ruling: Ruling; reason: string; ground?: RulingGround };

/** Messages that are answered by `accepted` or `refused` and may be sent again with the same id. */
export type Command =
  | {
      type: 'create';
      id: string;
      rules: Rules;
      clock?: string | null;
      colours: Colours;
      visibility: Visibility;
      series?: Goal | null;
      decider?: Stone | null;
      /** When a scheduled game begins, in milliseconds since 1970. */
      start_at?: number | null;
      arbitration?: Arbitration;
      board?: string | null;
    }
  | { type: 'act'; room: string; id: string; action: Action }
  | { type: 'rename'; id: string; name: string }
  /** Invites a bot to the free seat of a table at which one sits. */
  | { type: 'invite'; id: string; room: string; bot: string }
  /** Looks for an opponent under a preset; another one takes its place. */
  | { type: 'pair'; id: string; preset: string }
  /** Says what a bot plays. */
  | { type: 'declare'; id: string; accepts: Partial<Accepts> }
  /** Wants to play with a bot; another one takes its place. */
  | {
      type: 'challenge';
      id: string;
      bot: string;
      rules: Rules;
      clock?: string | null;
      colours: Colours;
      visibility: Visibility;
    }
  | { type: 'answer_challenge'; id: string; challenge: number; accept: boolean };

export type ClientMessage =
  /** A program's first message; a page has its cookie. */
  | { type: 'authenticate'; token: string }
  | { type: 'ping'; n: number }
  /** The list of games, in brief as far as it says. */
  | { type: 'watch_lobby'; brief?: 'newest' | 'all' | null }
  | { type: 'leave_lobby' }
  | { type: 'watch_bots' }
  | { type: 'leave_bots' }
  | { type: 'withdraw' }
  /** With `glance` only to see the board among others: not counted, not present, without talk. */
  | { type: 'join'; room: string; seen: Seen | null; glance?: boolean }
  | { type: 'leave'; room: string }
  /** Wants to know where somebody plays. */
  | { type: 'follow'; person: string }
  | { type: 'unfollow' }
  | { type: 'unpair' }
  /** For bots; the page sends none. */
  | { type: 'take_invitations'; games_max: number }
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
  | 'paused'
  | 'not_owed'
  | 'outside_zone'
  | 'forbidden_point'
  | 'not_offered'
  | 'number_required'
  | 'number_range'
  | 'number_of_alternatives'
  | 'same_shape'
  | 'not_in_the_rules'
  | 'pass_too_early'
  | 'nothing_to_claim'
  | 'claim_lapsed'
  | 'no_five'
  | 'offer_with_move'
  | 'offer_in_opening'
  | 'nothing_to_object'
  | 'nothing_asked'
  | 'asked_already'
  | 'nothing_to_take_back'
  | 'not_paused'
  | 'no_offer'
  | 'offer_stands'
  | 'offer_too_soon'
  | 'too_late_to_abort'
  | 'not_a_player'
  | 'no_free_seat'
  | 'already_seated'
  | 'game_not_over'
  | 'match_goes_on'
  | 'no_next_game'
  | 'rematch_made'
  | 'unknown_room'
  | 'not_joined'
  | 'bad_rules'
  | 'bad_command_id'
  | 'bad_name'
  | 'mixed_scripts'
  | 'name_taken'
  | 'too_many_tables'
  | 'too_many_rooms'
  | 'bad_json'
  | 'bad_message'
  | 'too_fast'
  | 'unavailable'
  | 'restarting'
  | 'forbidden_role'
  | 'halted'
  | 'sealing'
  | 'adjourned'
  | 'not_adjourned'
  | 'nothing_to_confirm'
  | 'nothing_to_split'
  | 'clock_shared'
  | 'over_limit'
  | 'exceeds_time'
  | 'needs_force'
  | 'too_late'
  | 'too_early'
  | 'ready_already'
  | 'already_lost'
  | 'must_choose'
  | 'arbiter_cannot_play'
  | 'already_arbiter'
  | 'bad_key'
  | 'bad_text'
  | 'bad_digest'
  | 'number_out_of_hand'
  | 'no_arbiter'
  | 'too_many_arbiters'
  | 'too_many_complaints'
  | 'no_such_person'
  | 'muted'
  | 'removed'
  | 'asked_too_soon'
  | 'gave_enough'
  | 'not_absent'
  | 'suspended'
  | 'not_confirmed'
  | 'seat_kept'
  | 'needs_chief'
  | 'result_confirmed'
  | 'unknown_preset'
  | 'unauthorized'
  | 'already_authenticated'
  | 'no_such_bot'
  | 'bot_busy'
  | 'not_your_table'
  | 'not_a_bot'
  | 'not_played'
  | 'no_challenge';

/** How long a match lasts. A win is a point, a draw half a one. */
export type Goal = { type: 'best_of'; games: number } | { type: 'first_to'; points: number } | { type: 'games'; games: number };

/** A match, as it stands before one of its games. */
export interface Series {
  goal: Goal;
  /** The number of this game, from 1. */
  game: number;
  half_points: PerSeat<number>;
  /** Who was scheduled to open each game before this one that counted, whatever was swapped in it. */
  openers: Seat[];
  decider: Decider | null;
}

/** The game that is added to a match that is level, and decides it: a draw in it is a win. */
export interface Decider {
  draw_wins: Stone;
  /** Who won the toss before the first game; the other chooses the colours of the deciding one. */
  toss: Seat | null;
  /** Whether this game is it. */
  on: boolean;
}

/** The match of a competition that a game is part of; numbers are from 1. */
export interface Bout {
  competition: string;
  round: number;
  meeting: number;
  board: number;
}

/** What a ruling rests on: what happened, which nobody changes, or how the rules are read. */
export type RulingGround = 'fact' | 'interpretation';

/** What was fixed when a room was opened. */
export interface Opened {
  rules: Rules;
  colours: Colours;
  visibility: Visibility;
  wall_ms: number;
  server: string;
  previous: string | null;
  /** The match this game is part of, as it stood before it. */
  series: Series | null;
  /** Whether arbiters are expected: somebody has the key that makes one. */
  arbitration: Arbitration;
  /** The label that the board had then. */
  board: string | null;
  /** The match of a competition that the game is part of. */
  bout?: Bout;
  /** The SHA-256, as 64 hexadecimal digits, of the lot that decides whatever is left to chance; `state.lot` at the end. */
  lot_digest: string;
}

/** A move, or a step of the opening. */
export type Deed =
  | { type: 'stone'; stone: Stone; point: PointName }
  | { type: 'pass' }
  /** The clock took the turn. */
  | { type: 'forced_pass' }
  | { type: 'chose'; choice: OpeningChoice }
  | { type: 'announced'; number: number }
  | { type: 'showed'; points: PointName[] }
  | { type: 'kept'; point: PointName };

/** A deed that was done, when, and how long it took. */
export interface Move {
  seat: Seat;
  deed: Deed;
  at: number;
  took_ms: number;
  lag_ms: number;
}

/** What a player can ask of the other. */
export type Favour = 'takeback' | 'pause';
/** What counts against a player. */
export type Violation = 'improper_offer' | 'wrong_claims' | 'ruled';

export type Reason =
  | { type: 'five'; line: PointName[] }
  | { type: 'forbidden'; point: PointName; foul: Foul }
  | { type: 'forced_forbidden'; point: PointName; foul: Foul }
  | { type: 'resigned' }
  | { type: 'flag' }
  | { type: 'violations' }
  | { type: 'agreement' }
  | { type: 'double_pass' }
  | { type: 'full_board' }
  | { type: 'aborted' }
  | { type: 'expired' }
  /** The time that both shared was used up. */
  | { type: 'shared_time' }
  /** A player was out of time too often, where that is a foul. */
  | { type: 'time_fouls' }
  /** A player was not there in time. */
  | { type: 'late' }
  /** Neither was. */
  | { type: 'double_forfeit' }
  /** The arbiter ruled it. */
  | { type: 'ruled' }
  /** The sealed move was not legal. */
  | { type: 'sealed_illegal' }
  /** A player left for good, or was gone for so long that the other could claim the game. */
  | { type: 'abandoned' }
  | { type: 'record_lost' }
  | { type: 'disqualified' };

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
  /** How often the side was out of time, where that is a foul. */
  fouls: number;
  lag_left_ms: number;
}

/** Both clocks; `running` says whose runs, since when its face holds, and how much of the move was still free then. */
export interface ClockState {
  running: { seat: Seat; since: number; free_left_ms: number } | null;
  faces: PerSeat<Face>;
  /** What was left of the time both share when `running` began; `null` once or where it is not shared. */
  shared_left_ms: number | null;
  /** Since when the clock of a player who is not there yet runs, whoever is to move. */
  absent: PerSeat<number | null>;
}

/** What a seat owes. */
export interface Owed {
  seat: Seat;
  what: What;
}

/** A draw offer that stands. */
export interface Offer {
  seat: Seat;
  /** Whether the opponent may object to it. */
  improper: boolean;
}

/** `starting`: both sit, and colours are being settled or the time of the game has not come. */
export type Phase = 'open' | 'starting' | 'playing' | 'over';

/** Where a game stands. */
export interface State {
  phase: Phase;
  /** The number of the position. It grows with every move, every step of the opening, and every take-back. */
  ply: number;
  black: Seat | null;
  owed: Owed | null;
  clock: ClockState | null;
  /** The alternatives for the fifth move that are shown. */
  shown: PointName[];
  opening: NamedOpening | null;
  /** The points forbidden to who is to move, where the rules show them. */
  forbidden: PointName[];
  /** What a stone on each of them would make, in the same order. */
  fouls: Foul[];
  draw_offer: Offer | null;
  favour: { seat: Seat; favour: Favour } | null;
  paused: boolean;
  /** Whether the arbiter has stopped the game; it is then also `paused`. */
  halted: boolean;
  /** Whether the game waits for an arbiter because part of its record is lost; it is then also `paused`. */
  suspended: boolean;
  /** Since when the clocks stand still, on the room's time line. */
  stopped_since: number | null;
  /** The choice of colours, while it lasts. */
  colours: ColourState | null;
  /** A scheduled game, until both players are there. */
  start: StartState | null;
  adjournment: Adjournment | null;
  violations: PerSeat<number>;
  outcome: Outcome | null;
  /** What each had got at the end, if an arbiter has changed that since. */
  earned: PerSeat<Score> | null;
  /** How far the confirmation of the result is, where the rules have one. */
  confirmation: Confirmation | null;
  disqualified: PerSeat<boolean>;
  /** Half points of each from the match, this game among them, once it is over. */
  match_half_points: PerSeat<number> | null;
  rematch_offer: Seat | null;
  rematch: string | null;
  /** Whether the match wants another game: `next_game`. */
  next_game: boolean;
  /** Who was scheduled to open this game, whatever was swapped in it, once it has begun. */
  opener: Seat | null;
  /** The lot that decided what was left to chance, as 32 hexadecimal digits, once the game is over. */
  lot: string | null;
}

/** How far the confirmation of a result is. */
export interface Confirmation {
  confirmed: PerSeat<boolean>;
  disputed: PerSeat<boolean>;
  /** When it counts as confirmed, on the room's time line; `null` while it is disputed, and once it is settled. */
  until: number | null;
  settled: 'both' | 'time' | 'arbiter' | null;
}

export type GameEvent =
  | { type: 'started'; black: Seat }
  | { type: 'moved'; seat: Seat; deed: Deed; lag_ms: number }
  | { type: 'draw_offered'; seat: Seat; improper: boolean }
  | { type: 'draw_offer_dropped'; seat: Seat }
  | { type: 'draw_declined'; seat: Seat }
  | { type: 'claim_failed'; seat: Seat; point: PointName }
  | { type: 'plays_again'; seat: Seat; point: PointName; foul: Foul }
  | { type: 'violated'; seat: Seat; violation: Violation }
  | { type: 'asked'; seat: Seat; favour: Favour }
  | { type: 'denied'; seat: Seat }
  | { type: 'taken_back'; moves: number }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'ended'; outcome: Outcome }
  | { type: 'arrived'; seat: Seat }
  | { type: 'time_fouled'; seat: Seat }
  /** A side was out of time, and the opponent is to move. */
  | { type: 'forced_pass'; seat: Seat }
  | { type: 'halted' }
  | { type: 'continued'; charged_ms: PerSeat<number> }
  | { type: 'clock_set'; seat: Seat; left_ms: number }
  | { type: 'time_split' }
  | { type: 'time_penalised'; seat: Seat; minus_ms: number; plus_ms: number }
  | { type: 'restarted'; black: Seat; clocks_reset: boolean }
  | { type: 'adjourned' }
  | { type: 'sealed'; seat: Seat; digest: string }
  | { type: 'unsealed'; seat: Seat; move: SealedMove; nonce: string }
  | { type: 'confirmed'; seat: Seat }
  | { type: 'punished'; seat: Seat }
  | { type: 'result_accepted'; seat: Seat }
  | { type: 'result_disputed'; seat: Seat }
  | { type: 'result_settled'; by: 'both' | 'time' | 'arbiter' }
  | { type: 'annulled'; sides: Sides }
  | { type: 'disqualified'; seat: Seat }
  /** So many records of the game are lost; it waits for an arbiter. */
  | { type: 'suspended'; lost: number }
  /** `seat` gave the other some time. */
  | { type: 'time_given'; seat: Seat; ms: number };

export type RoomEvent =
  | ({ type: 'opened' } & Opened)
  | { type: 'seated'; seat: Seat; person: Person }
  | { type: 'game'; event: GameEvent }
  | { type: 'rematch_offered'; seat: Seat }
  | { type: 'rematch_declined'; seat: Seat }
  | { type: 'rematch_made'; room: string }
  | { type: 'colours_begun'; tentative: Seat }
  | { type: 'committed'; seat: Seat; digest: string }
  /** A player took no stones in time; the server will draw a number. */
  | { type: 'commit_missed'; seat: Seat }
  | { type: 'revealed'; seat: Seat; number: number; nonce: string }
  /** The server drew a number for a player who was late, or whose number was not the one committed to. */
  | { type: 'number_drawn'; seat: Seat; number: number; cause: 'late' | 'bad_reveal' }
  | { type: 'called'; seat: Seat; call: Call; late: boolean }
  | { type: 'colour_chosen'; seat: Seat; choice: ColourChoice; late: boolean }
  | { type: 'officiated'; person: Person }
  /** An arbiter's act: what follows it in the record is what was ruled. */
  | { type: 'ruled'; arbiter: Person; reason: string; ground?: RulingGround }
  /** The chief of the competition is an arbiter of this table. */
  | { type: 'presides'; person: Person }
  | { type: 'dismissed'; person: Person }
  /** A seat is kept for a person, and for nobody else. */
  | { type: 'kept'; seat: Seat; person: Person }
  | { type: 'muted'; person: Person }
  | { type: 'unmuted'; person: Person }
  | { type: 'removed'; person: Person }
  | { type: 'readmitted'; person: Person }
  | { type: 'complained'; seat: Seat; text: string; own_time: boolean }
  | { type: 'board_moved'; board: string };

/** A record that the list of moves tells of: what an arbiter ruled, a violation, a draw offer, a claim. */
export interface Act {
  at: number;
  /** How many moves stood after it. */
  after: number;
  events: RoomEvent[];
}

export type Welcome = { type: 'welcome'; server: string; person: Person; now: number; computers?: Computer[] };
export type Pong = { type: 'pong'; n: number; now: number };
export type Joined = { type: 'joined'; room: string; epoch: number; you: Seat | null; origin: number | null };
export type Snapshot = {
  type: 'snapshot';
  room: string;
  next: number;
  at: number;
  opened: Opened;
  seats: PerSeat<Person | null>;
  arbiters: Person[];
  /** The label of the board, where it has one. */
  board: string | null;
  /** For whom the seats are kept, in a game of a competition. */
  kept?: PerSeat<Person | null>;
  /** The stones that stood before the first move, in order. */
  laid: PointName[];
  moves: Move[];
  /** What happened between the moves, in order. */
  acts: Act[];
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
export type Presence = {
  type: 'presence';
  room: string;
  seats: PerSeat<boolean | null>;
  watchers: number;
  /** Since when the player of each seat has been gone, on the room's time line. */
  gone_since: PerSeat<number | null>;
};
export type Resumed = { type: 'resumed'; room: string; origin: number };
/** The read-out of a period for one move: so much of it has passed. */
export type Readout = { type: 'readout'; room: string; seat: Seat; elapsed_ms: number; left_ms: number };
/** Who watches, for arbiters only. */
export type Audience = { type: 'audience'; room: string; watchers: Person[]; muted: Person[]; removed: Person[] };
/** What was said beside the game: all that is kept of it if `all`, otherwise what is new. */
export type Talk = { type: 'talk'; room: string; all: boolean; lines: TalkLine[] };
export type Accepted = {
  type: 'accepted';
  id: string;
  room: string | null;
  seq: number | null;
  /** The key that makes an arbiter of the new table, for who opened it. */
  arbiter_key: string | null;
};
export type Refused = {
  type: 'refused';
  id: string;
  room: string | null;
  code: Code;
  message: string;
  ply: number | null;
};
/** A message of ours that was not understood, or could not be followed. */
export type Fault = { type: 'error'; code: Code; message: string; room: string | null; retry_after_ms?: number };
export type Restarting = { type: 'restarting'; come_back_in_ms: number; within_ms: number };

/** The answer to a command. */
export type Answer = Accepted | Refused;

/** What is said about one room. */
export type RoomMessage = Joined | Snapshot | Happened | Presence | Resumed | Readout | Audience | Talk;

export type ServerMessage =
  | Welcome
  | Pong
  | Lobby
  | LobbyChange
  | LobbyBrief
  | LobbyBriefChange
  | RoomMessage
  | Answer
  | Invited
  | Paired
  | Followed
  | BotsMessage
  | Fault
  | Restarting;

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

/** The other colour. */
export function otherStone(stone: Stone): Stone {
  return stone === 'black' ? 'white' : 'black';
}
