/** The record of a game as a tree for the analysis board. Pure. */

import type { Deed, Phase, PointName, Rules } from '../protocol';
import { played, treeOf, type Spot } from './tree';

/** What of a record the analysis board takes. */
export interface GameRecord {
  phase: Phase;
  players: { a: string | null; b: string | null };
  black: 'a' | 'b' | null;
  rules: Rules;
  laid: readonly PointName[];
  moves: readonly { deed: Deed; dropped: readonly PointName[] }[];
}

/**
 * The moves of a game, with the alternatives that were dropped as variations, and the spot after the first `ply` entries
 * of its list of moves, or at its end.
 */
export function treeOfGame({ laid, moves }: Pick<GameRecord, 'laid' | 'moves'>, ply: number | null): Spot {
  let spot = treeOf(laid);
  let shown = ply === 0 ? spot.at : null;
  for (const [index, { deed, dropped }] of moves.entries()) {
    const point = pointOfDeed(deed);
    if (point !== undefined) {
      const next = played(spot, point);
      if (!next) {
        break;
      }
      // A variation stands beside the move that was kept, and so after it.
      let { tree } = next;
      for (const other of dropped) {
        tree = played({ tree, at: spot.at }, other)?.tree ?? tree;
      }
      spot = { tree, at: next.at };
    }
    if (index + 1 === ply) {
      shown = spot.at;
    }
  }
  return { tree: spot.tree, at: shown ?? spot.at };
}

/** The point of a stone, `null` for a pass, `undefined` for a step that is neither. */
function pointOfDeed(deed: Deed): PointName | null | undefined {
  switch (deed.type) {
    case 'stone':
    case 'kept':
      return deed.point;
    case 'pass':
    case 'forced_pass':
      return null;
    case 'chose':
    case 'announced':
    case 'showed':
      return undefined;
    default:
      deed satisfies never;
      return undefined;
  }
}
