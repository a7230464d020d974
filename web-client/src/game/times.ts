/** How long the moves of a game took, as bars. Pure. */

import type { Move, Stone } from '../protocol';
import { stoneOf, type Known } from '../table';

/** A move in the graph of times. */
export interface Bar {
  /** The colour of whoever thought; `null` while none has been chosen. */
  colour: Stone | null;
  /** From 0 to 1. By the square root, so that a short move can be seen beside a long one. */
  height: number;
}

/** The bars of all moves. */
export function barsOf({ moves, state }: Pick<Known, 'moves'> & { state: Pick<Known['state'], 'black'> }): Bar[] {
  const longest = longestOf(moves);
  return moves.map(({ seat, took_ms }) => ({
    colour: stoneOf(state, seat),
    height: longest === 0 ? 0 : Math.sqrt(took_ms / longest),
  }));
}

/** The longest time of a move, in milliseconds. */
export function longestOf(moves: readonly Move[]): number {
  return moves.reduce((longest, { took_ms }) => Math.max(longest, took_ms), 0);
}
