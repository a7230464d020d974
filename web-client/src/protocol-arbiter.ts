/** Colours, beginnings, adjournments and arbiters, as `proto/` spells them. Types only. */

import type { OpeningChoice } from './protocol-rules';
import type { Person, PerSeat, PointName, Seat } from './protocol';

/** Whether arbiters are expected: no, by a link that the opener has, or the opener is one and does not play. */
export type Arbitration = 'none' | 'link' | 'opener';

export type Call = 'odd' | 'even';
export type ColourChoice = 'black' | 'white' | 'you_choose';

/** What a seat owes in the choice of colours. */
export type ColourDebt =
  | { type: 'commit' }
  | { type: 'reveal' }
  | { type: 'call' }
  | { type: 'choose'; options: ColourChoice[] };

/** The choice of colours, while it lasts. */
export interface ColourState {
  /** `handful`: an odd sum keeps; `handful_difference`: an even difference keeps; `call`: odd or even; `toss`: three rights. */
  method: 'handful' | 'handful_difference' | 'call' | 'toss' | 'right';
  /** Who has Black as it stands (handful), holds the stones (call), or won the toss. */
  tentative: Seat;
  /** When the server does what is owed, on the room's time line. */
  until: number;
  owed: PerSeat<ColourDebt | null>;
  /** The SHA-256 of `number:nonce` as 64 hexadecimal digits, that each has committed to. */
  digests: PerSeat<string | null>;
  numbers: PerSeat<number | null>;
  call: Call | null;
}

/** A scheduled game, until both players are there. */
export interface StartState {
  /** When it begins, on the room's time line. */
  at: number;
  /** When whoever is not there has lost it. */
  late_at: number;
  present: PerSeat<boolean>;
}

/** An adjournment: the mover seals, then the game waits, then both confirm the position. */
export interface Adjournment {
  stage: 'sealing' | 'sealed' | 'confirming';
  seat: Seat;
  /** The SHA-256, as hexadecimal digits, of the sealed move and its nonce. */
  digest: string | null;
  /** The move, once it is opened. */
  move: SealedMove | null;
  confirmed: PerSeat<boolean>;
  /** When the move is played whether or not both have confirmed, on the room's time line. */
  until: number | null;
}

/** A move that is handed in and not shown. */
export type SealedMove =
  | { type: 'stone'; point: PointName }
  | { type: 'pass' }
  | { type: 'choose'; choice: OpeningChoice }
  | { type: 'announce'; number: number }
  | { type: 'show'; points: PointName[] }
  | { type: 'keep'; point: PointName };

/** One side or both. */
export type Sides = Seat | 'both';

/** What an arbiter rules. */
export type Ruling =
  | { type: 'halt' }
  | { type: 'go_on'; charge_ms: PerSeat<number>; force?: boolean }
  | { type: 'set_clock'; seat: Seat; left_ms: number }
  | { type: 'split' }
  | { type: 'time_penalty'; seat: Seat; minus_ms: number; plus_ms: number; force?: boolean }
  | { type: 'violation'; seat: Seat }
  | { type: 'loss'; seat: Seat }
  | { type: 'double_loss' }
  | { type: 'draw' }
  | { type: 'replay' }
  | { type: 'recolour'; cause: 'pairing' | 'players' }
  | { type: 'adjourn' }
  | { type: 'open_sealed' }
  | { type: 'disqualify'; seat: Seat }
  | { type: 'uphold' }
  | { type: 'annul'; sides: Sides }
  | { type: 'move_board'; board: string }
  | { type: 'mute' | 'unmute' | 'remove' | 'readmit'; person: string };

/** Something said beside the game. */
export interface TalkLine {
  from: Person;
  role: 'player' | 'arbiter' | 'spectator';
  text: string;
  /** When, on the room's time line. */
  at: number;
}
