/** The stones on the board after some moves. Pure. */

import type { Move, PointName, Stone } from './protocol';

/** A stone on the board. */
export interface Placed {
  point: PointName;
  stone: Stone;
  /** Its number in the game; a pass takes a number too. */
  number: number;
}

/** What is on the board. */
export interface Position {
  stones: readonly Placed[];
  /** The alternatives for the fifth move, in the order of their letters, until one is kept. */
  alternatives: readonly PointName[];
}

/** The board after `moves`, on which `laid` stood before. */
export function positionAfter(laid: readonly PointName[], moves: readonly Move[]): Position {
  const stones: Placed[] = laid.map((point, index) => ({ point, stone: index % 2 === 0 ? 'black' : 'white', number: index + 1 }));
  let alternatives: readonly PointName[] = [];
  let number = laid.length;
  for (const { deed } of moves) {
    switch (deed.type) {
      case 'stone':
        number += 1;
        stones.push({ point: deed.point, stone: deed.stone, number });
        break;
      case 'kept':
        number += 1;
        stones.push({ point: deed.point, stone: 'black', number });
        alternatives = [];
        break;
      case 'pass':
      case 'forced_pass':
        number += 1;
        break;
      case 'showed':
        alternatives = deed.points;
        break;
      case 'chose':
      case 'announced':
        break;
      default:
        deed satisfies never;
    }
  }
  return { stones, alternatives };
}

/** One line of the list of moves. */
export interface Line {
  move: Move;
  /** The number of the stone or pass; `null` for a step of the opening. */
  number: number | null;
  /** The alternatives that were not kept, for the move that kept one. */
  dropped: readonly PointName[];
}

/** The moves as a list shows them. */
export function linesOf(laid: readonly PointName[], moves: readonly Move[]): Line[] {
  let number = laid.length;
  let shown: readonly PointName[] = [];
  return moves.map((move) => {
    const { deed } = move;
    if (deed.type === 'showed') {
      shown = deed.points;
    }
    const counts = deed.type === 'stone' || deed.type === 'kept' || deed.type === 'pass' || deed.type === 'forced_pass';
    number += counts ? 1 : 0;
    const dropped = deed.type === 'kept' ? shown.filter((point) => point !== deed.point) : [];
    return { move, number: counts ? number : null, dropped };
  });
}

/** The letter of an alternative, as it stands on its stone: A to Z, then AA to AZ, and so on. */
export function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}
