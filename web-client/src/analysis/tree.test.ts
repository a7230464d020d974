import { describe, expect, it } from 'vitest';
import { treeOfGame, type GameRecord } from './game';
import {
  emptyTree,
  endFrom,
  lineTo,
  MOVES_MAX,
  nodeAt,
  played,
  pointsTo,
  promoted,
  pruned,
  ROOT,
  runsOf,
  sibling,
  stonesOf,
  treeFrom,
  treeOf,
  variationAt,
  type Spot,
  type Tree,
} from './tree';

/** A spot after these moves from another. */
function after(spot: Spot, ...points: (string | null)[]): Spot {
  return points.reduce<Spot>((each, point) => {
    const next = played(each, point);
    if (!next) {
      throw new Error(`${point} cannot be played`);
    }
    return next;
  }, spot);
}

/** H8 I9, then J10 K11 with the variation G7 H6, in which H6 has the variation H5. */
function branched(): { tree: Tree; main: number; variation: number; deep: number } {
  const fork = after({ tree: emptyTree(), at: ROOT }, 'h8', 'i9');
  const main = after(fork, 'j10', 'k11');
  const variation = after({ tree: main.tree, at: fork.at }, 'g7', 'h6');
  const deep = after({ tree: variation.tree, at: nodeAt(variation.tree, variation.at).parent }, 'h5');
  return { tree: deep.tree, main: main.at, variation: variation.at, deep: deep.at };
}

/** The runs in short: the depth, and the moves with their numbers. */
function listed(tree: Tree): string[] {
  return runsOf(tree).map(({ depth, moves }) => `${depth}: ${moves.map(({ number, point }) => `${number}.${point ?? 'pass'}`).join(' ')}`);
}

describe('a tree of moves', () => {
  it('keeps every line, and finds a move that is there already', () => {
    const { tree, main, variation, deep } = branched();
    expect(pointsTo(tree, main)).toEqual(['h8', 'i9', 'j10', 'k11']);
    expect(pointsTo(tree, variation)).toEqual(['h8', 'i9', 'g7', 'h6']);
    expect(pointsTo(tree, deep)).toEqual(['h8', 'i9', 'g7', 'h5']);
    const again = after({ tree, at: ROOT }, 'h8', 'i9', 'g7', 'h5');
    expect(again.at).toBe(deep);
    expect(again.tree).toBe(tree);
  });

  it('takes no move on a stone of its line, but one that stands in another', () => {
    const { tree, main } = branched();
    expect(played({ tree, at: main }, 'i9')).toBeNull();
    expect(after({ tree, at: main }, 'h5').tree.nodes.size).toBe(tree.nodes.size + 1);
  });

  it('passes more than once, and ends with the most moves', () => {
    const full = after({ tree: emptyTree(), at: ROOT }, ...Array.from({ length: MOVES_MAX }, () => null));
    expect(lineTo(full.tree, full.at)).toHaveLength(MOVES_MAX);
    expect(played(full, null)).toBeNull();
  });

  it('gives stones their numbers and colours; a pass takes a number', () => {
    expect(stonesOf(['h8', null, 'i9'])).toEqual([
      { point: 'h8', stone: 'black', number: 1 },
      { point: 'i9', stone: 'black', number: 3 },
    ]);
  });

  it('makes the nearest variation the main line, and that only', () => {
    const { tree, main, deep } = branched();
    expect(variationAt(tree, main)).toBeNull();
    expect(promoted(tree, main)).toBe(tree);
    const once = promoted(tree, deep);
    expect(variationAt(once, deep)).toBe(nodeAt(once, deep).parent);
    const twice = promoted(once, deep);
    expect(variationAt(twice, deep)).toBeNull();
    expect(endFrom(twice, ROOT)).toBe(deep);
    expect(pointsTo(twice, main)).toEqual(['h8', 'i9', 'j10', 'k11']);
  });

  it('loses a move with all that follows, and nothing else', () => {
    const { tree, main, variation } = branched();
    const spot = pruned({ tree, at: nodeAt(tree, variation).parent });
    expect(pointsTo(spot.tree, spot.at)).toEqual(['h8', 'i9']);
    expect(spot.tree.nodes.size).toBe(5);
    expect(pointsTo(spot.tree, main)).toEqual(['h8', 'i9', 'j10', 'k11']);
    expect(pruned({ tree, at: ROOT }).tree.nodes.size).toBe(1);
    // A name is never used again.
    expect(after(spot, 'a1').at).toBeGreaterThan(variation);
  });

  it('steps between the moves that follow the same one', () => {
    const { tree, variation, deep } = branched();
    expect(sibling(tree, variation, 1)).toBe(deep);
    expect(sibling(tree, deep, -1)).toBe(variation);
    expect(sibling(tree, deep, 1)).toBe(deep);
    expect(sibling(tree, ROOT, 1)).toBe(ROOT);
  });

  it('is listed with the main move first where lines part, then the variations, then the rest', () => {
    expect(listed(branched().tree)).toEqual(['0: 1.h8 2.i9 3.j10', '1: 3.g7 4.h6', '2: 4.h5', '0: 4.k11']);
    expect(listed(emptyTree())).toEqual([]);
    const { tree, at } = treeOf(['h8', 'i9']);
    expect(at).toBe(2);
    const other = after({ tree, at: ROOT }, 'a1', null);
    expect(listed(other.tree)).toEqual(['0: 1.h8', '1: 1.a1 2.pass', '0: 2.i9']);
  });

  it('is listed at once, however large', () => {
    let spot: Spot = treeOf(Array.from({ length: 200 }, () => null));
    const { tree } = spot;
    spot = { tree, at: ROOT };
    for (let number = 0; number < 2000; number += 1) {
      const at = number % 200;
      spot = { tree: after({ tree: spot.tree, at }, `${'abcdefghij'[Math.floor(number / 200)]}1`).tree, at: ROOT };
    }
    const began = performance.now();
    expect(runsOf(spot.tree).flatMap(({ moves }) => moves)).toHaveLength(2200);
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('is made of a game that was read', () => {
    const tree = treeFrom({
      comment: 'before',
      nodes: [
        { parent: null, point: 'h8', comment: 'first' },
        { parent: 0, point: null, comment: null },
        { parent: 0, point: 'i9', comment: null },
        { parent: null, point: 'a1', comment: null },
      ],
    });
    expect(nodeAt(tree, ROOT)).toMatchObject({ comment: 'before', next: [1, 4] });
    expect(listed(tree)).toEqual(['0: 1.h8', '1: 1.a1', '0: 2.pass', '1: 2.i9']);
    expect(nodeAt(tree, 1).comment).toBe('first');
  });
});

describe('the record of a game as a tree', () => {
  const record: Pick<GameRecord, 'laid' | 'moves'> = {
    laid: ['h8'],
    moves: [
      { deed: { type: 'stone', stone: 'white', point: 'i9' }, dropped: [] },
      { deed: { type: 'chose', choice: 'swap' }, dropped: [] },
      { deed: { type: 'showed', points: ['a1', 'b2'] }, dropped: [] },
      { deed: { type: 'kept', point: 'b2' }, dropped: ['a1'] },
      { deed: { type: 'pass' }, dropped: [] },
    ],
  };

  it('has the alternatives that were dropped as variations', () => {
    const { tree, at } = treeOfGame(record, null);
    expect(pointsTo(tree, at)).toEqual(['h8', 'i9', 'b2', null]);
    expect(listed(tree)).toEqual(['0: 1.h8 2.i9 3.b2', '1: 3.a1', '0: 4.pass']);
  });

  it('stands where the list of moves stood', () => {
    const shown = (ply: number) => {
      const { tree, at } = treeOfGame(record, ply);
      return pointsTo(tree, at).length;
    };
    expect([0, 1, 2, 3, 4, 5, 99].map(shown)).toEqual([1, 2, 2, 2, 3, 4, 4]);
  });
});
