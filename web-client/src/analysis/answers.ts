/** What the server says to the analysis board. Types only. */

import type { Foul, NamedOpening, PointName, Stone } from '../protocol';

/** What is to be said of a position. */
export interface Judged {
  to_move: Stone;
  opening: NamedOpening | null;
  last: { point: PointName; stone: Stone; made: Made } | null;
  forbidden: readonly ForbiddenPoint[];
}

/** What the last stone made. */
export type Made =
  | { type: 'nothing' }
  | { type: 'five'; line: readonly PointName[] }
  | { type: 'overline'; line: readonly PointName[] }
  | { type: 'four_three'; why: Why }
  | { type: 'forbidden'; foul: Foul; why: Why };

/** A forbidden point, and to whom. */
export interface ForbiddenPoint {
  point: PointName;
  stone: Stone;
  foul: Foul;
  why: Why;
}

/** Of what a move is made. */
export interface Why {
  rows: readonly (readonly PointName[])[];
  fours: readonly { stones: readonly PointName[]; fifths: readonly PointName[] }[];
  threes: readonly Three[];
}

/** Three stones that could become a straight four; it counts if one of the completions is legal. */
export interface Three {
  stones: readonly PointName[];
  counts: boolean;
  completions: readonly { point: PointName; verdict: Verdict }[];
}

/** The word for a move. */
export type Verdict = 'legal' | 'five' | Foul;

/** A game read from a file. */
export interface Imported {
  format: 'sgf' | 'psq' | 'text';
  board: number;
  rules: 'renju' | 'renju_for_both' | 'standard' | 'freestyle' | null;
  black: string | null;
  white: string | null;
  comment: string | null;
  nodes: readonly { parent: number | null; point: PointName | null; comment: string | null }[];
}

/** Why a file was not read. A newer server may know more codes. */
export interface BadImport {
  code: string;
  line: number | null;
  move: number | null;
}
