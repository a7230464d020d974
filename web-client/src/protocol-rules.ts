/** The rules of a game, as `proto/` spells them. Types only. */

import type { PointName, Stone } from './protocol';

export type Five = 'five_or_more' | 'exactly_five' | 'renju';
export type Forbidden = 'nobody' | 'black' | 'both';
/** A shape that is forbidden in renju. */
export type Foul = 'overline' | 'four_four' | 'three_three';
export type Declaration = 'automatic' | 'declared';
export type PassRule = 'never' | 'from_move_six';
/** What only the opponent's consent makes possible. */
export type ConsentRule = 'never' | 'by_agreement';
/** Whether a player may give the other time. */
export type GiftRule = 'never' | 'allowed';

/** What follows a forbidden move. */
export type Adjudication = { type: 'auto' } | { type: 'claim'; overline_any_time: boolean } | { type: 'play_again'; forced_loss: boolean } | { type: 'block' };

/** How draws are offered. */
export type DrawRule = { type: 'plain' } | { type: 'with_move'; strict: boolean };

/** How the first stones come onto the board. */
export type Opening =
  | { type: 'free'; centre: boolean; own_side: boolean; only_26: boolean; swap_after_three: boolean }
  | { type: 'agreed'; opening: string; swap: boolean }
  | { type: 'specified'; fifths: number | null }
  | { type: 'soosyrv'; most: number }
  | { type: 'tarannikov' }
  | { type: 'taraguchi'; fifths: number }
  | { type: 'sakata' }
  | { type: 'renju_swap' }
  | { type: 'swap' }
  | { type: 'swap2' }
  | { type: 'swap1' }
  | { type: 'pro' }
  | { type: 'long_pro' };

/** What can be chosen in an opening. */
export type OpeningChoice = 'stay' | 'swap' | 'place_two' | 'place_fifth' | 'offer_fifths';

/** Where a stone may stand: inside a rectangle, or outside it. */
export interface Zone {
  from: PointName;
  to: PointName;
  inside: boolean;
}

/** One of the 26 openings. */
export interface NamedOpening {
  /** `D1` to `D13`, `I1` to `I13`. */
  code: string;
  zh: string;
  ja: string;
  romaji: string;
}

/** What a seat owes. */
export type What =
  | { type: 'stone'; stone: Stone; zone: Zone | null }
  | { type: 'choice'; options: OpeningChoice[] }
  | { type: 'announcement'; most: number }
  | { type: 'alternatives'; number: number }
  | { type: 'keep' };

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
  adjudication: Adjudication;
  declaration: Declaration;
  opening: Opening;
  pass: PassRule;
  /** Whose win a drawn game is; `null` where a draw is half a point each. */
  draw_wins: Stone | null;
  draws: DrawRule;
  takebacks: ConsentRule;
  pauses: ConsentRule;
  gifts: GiftRule;
  /** How long a player who is gone is waited for before the other may claim the game; `null` if never. */
  absence_ms: number | null;
  /** Whether players confirm the result, or dispute it before an arbiter. */
  confirm_result: boolean;
  clock: TimeControl | null;
  lag: { per_move_ms: number; per_game_ms: number };
  start: Start;
  /** Which edition of the competition rules an arbiter goes by. */
  edition: Edition;
}

/** When the game begins: when both sit, or at a time, counted from the opening of the room. */
export type Start =
  | { type: 'when_seated'; within_ms: number }
  | { type: 'scheduled'; after_ms: number; late_ms: number };

export type Edition = 'of2013' | 'of2009' | 'older';

/** Time that runs whoever is to move, off one store. */
export interface Shared {
  time_ms: number;
  used_up: 'draw' | 'stages';
  /** At how many per cent of it each side gets half of what is left; `null` if only an arbiter splits it. */
  split_at_percent: number | null;
}

/** The time for a game. */
export interface TimeControl {
  /** Time that both share before, or instead of, stages of their own. */
  shared: Shared | null;
  /** Each side's own stages in order; none where all time is shared. */
  stages: Stage[];
  /** Being out of time is a foul, and so many lose; `null` where the flag falls at once. */
  fouls: number | null;
  /** Whether being out of time costs the turn and not the game. */
  forced_pass: boolean;
  /** The seconds of a period that are read out; `null` for the usual ones. */
  readouts: number[] | null;
}
