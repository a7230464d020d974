/** A game as somebody sees it who only looks: who sits where, and what is on the board, in words and as values. Pure. */

import type { Words } from '../i18n';
import { positionAfter, type Position } from '../position';
import type { Person, PointName, Score, Seat, Stone } from '../protocol';
import { resultText } from '../result';
import { stoneFor, type Known } from '../table';
import type { WatchWords } from '../i18n/watch.en';

/** One side of a game. */
export interface Side {
  seat: Seat;
  person: Person | null;
  stone: Stone | null;
  isMoving: boolean;
  /** What the side got, once the game is over. */
  mark: string;
}

const MARKS: Record<Score, string> = { win: '1', draw: '½', loss: '0', void: '' };

/** White's side and Black's, as they stand above and below the board. */
export function sidesOf(known: Known): { above: Side; below: Side } {
  const side = (seat: Seat): Side => ({
    seat,
    person: known.seats[seat],
    stone: stoneFor(known, seat),
    isMoving: known.state.phase === 'playing' && known.state.owed?.seat === seat,
    mark: known.state.outcome ? MARKS[known.state.outcome.scores[seat]] : '',
  });
  const [a, b] = [side('a'), side('b')];
  return a.stone === 'white' || b.stone === 'black' ? { above: a, below: b } : { above: b, below: a };
}

/** What is on the board. */
export function boardOf(known: Known): { position: Position; won: readonly PointName[] | null } {
  const reason = known.state.outcome?.reason;
  return { position: positionAfter(known.laid, known.moves), won: reason?.type === 'five' ? reason.line : null };
}

/** How the game ended, or what is done instead of playing; nothing while it is played. */
export function noteOn(known: Known, words: Words, own: WatchWords): string | null {
  const { outcome, phase } = known.state;
  if (outcome) {
    return resultText(known, outcome, null, words);
  }
  return phase === 'starting' ? own.choosing : null;
}

/** The game in one line for who cannot see it. */
export function saidOf(known: Known, words: Words, own: WatchWords): string {
  const { above, below } = sidesOf(known);
  const last = positionAfter(known.laid, known.moves).stones.at(-1);
  const seats = own.seats(below.person?.name ?? words.freeSeat, above.person?.name ?? words.freeSeat);
  const position = last ? own.position(last.number, last.point.toUpperCase()) : own.noMoves;
  return [seats, position, noteOn(known, words, own)].filter((text) => text !== null).join(' · ');
}
