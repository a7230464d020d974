/** A game with its variations. Pure: every change gives another tree. */

import type { Placed } from '../position';
import type { PointName, Stone } from '../protocol';
import type { Imported } from './answers';

/** The place before the first move, which is in every tree. */
export const ROOT = 0;

/** The most moves of one line; the server judges no longer one. */
export const MOVES_MAX = 400;
/** The most moves of a tree; the server reads no larger one. */
export const NODES_MAX = 5000;

/** A move, and what follows it: the first is the main line, the others are variations. */
export interface Node {
  parent: number;
  /** `null` is a pass. */
  point: PointName | null;
  comment: string | null;
  next: readonly number[];
}

/** Moves by their names, which are numbers that are never used again. */
export interface Tree {
  nodes: ReadonlyMap<number, Node>;
  /** The name of the move that is added next. */
  free: number;
}

/** A tree, and the move in it that one stands at. */
export interface Spot {
  tree: Tree;
  at: number;
}

/** A tree without moves. */
export function emptyTree(comment: string | null = null): Tree {
  return { nodes: new Map([[ROOT, { parent: ROOT, point: null, comment, next: [] }]]), free: 1 };
}

/** A move of a tree. */
export function nodeAt({ nodes }: Tree, at: number): Node {
  const node = nodes.get(at);
  if (!node) {
    throw new Error(`the tree has no move ${at}`);
  }
  return node;
}

/** The moves from the first to `at`. */
export function lineTo(tree: Tree, at: number): number[] {
  const line: number[] = [];
  for (let each = at; each !== ROOT; each = nodeAt(tree, each).parent) {
    line.push(each);
  }
  return line.reverse();
}

/** The last move of the main line from `at` on. */
export function endFrom(tree: Tree, at: number): number {
  let end = at;
  for (let next = nodeAt(tree, end).next[0]; next !== undefined; next = nodeAt(tree, end).next[0]) {
    end = next;
  }
  return end;
}

/** The points of a line; `null` is a pass. */
export function pointsTo(tree: Tree, at: number): (PointName | null)[] {
  return lineTo(tree, at).map((each) => nodeAt(tree, each).point);
}

/** Whose move it is after so many. */
export function toMove(moves: number): Stone {
  return moves % 2 === 0 ? 'black' : 'white';
}

/** The stones after some moves. */
export function stonesOf(points: readonly (PointName | null)[]): Placed[] {
  return points.flatMap((point, index) => (point === null ? [] : [{ point, stone: toMove(index), number: index + 1 }]));
}

/**
 * The spot after a move from another: the move is found if it is there already, and added if it is not. `null` if the
 * point is taken, or there is no room for more.
 */
export function played({ tree, at }: Spot, point: PointName | null): Spot | null {
  const here = nodeAt(tree, at);
  const known = here.next.find((next) => nodeAt(tree, next).point === point);
  if (known !== undefined) {
    return { tree, at: known };
  }
  const line = pointsTo(tree, at);
  if ((point !== null && line.includes(point)) || line.length >= MOVES_MAX || tree.nodes.size > NODES_MAX) {
    return null;
  }
  const nodes = new Map(tree.nodes);
  nodes.set(at, { ...here, next: [...here.next, tree.free] });
  nodes.set(tree.free, { parent: at, point, comment: null, next: [] });
  return { tree: { nodes, free: tree.free + 1 }, at: tree.free };
}

/** The tree of one line of moves, as far as it can be played, and its end. */
export function treeOf(points: readonly (PointName | null)[]): Spot {
  let spot: Spot = { tree: emptyTree(), at: ROOT };
  for (const point of points) {
    const next = played(spot, point);
    if (!next) {
      break;
    }
    spot = next;
  }
  return spot;
}

/** The tree of a game that was read. */
export function treeFrom({ comment, nodes }: Pick<Imported, 'comment' | 'nodes'>): Tree {
  const tree = new Map<number, { parent: number; point: PointName | null; comment: string | null; next: number[] }>();
  tree.set(ROOT, { parent: ROOT, point: null, comment, next: [] });
  for (const [index, node] of nodes.entries()) {
    const parent = node.parent === null ? ROOT : node.parent + 1;
    tree.set(index + 1, { parent, point: node.point, comment: node.comment, next: [] });
    tree.get(parent)?.next.push(index + 1);
  }
  return { nodes: tree, free: nodes.length + 1 };
}

/** The last move up to `at` that is a variation: not the first of those that follow the same move. */
export function variationAt(tree: Tree, at: number): number | null {
  return lineTo(tree, at).findLast((each) => nodeAt(tree, nodeAt(tree, each).parent).next[0] !== each) ?? null;
}

/** The tree with the variation at `at` as the main line. */
export function promoted(tree: Tree, at: number): Tree {
  const variation = variationAt(tree, at);
  if (variation === null) {
    return tree;
  }
  const { parent } = nodeAt(tree, variation);
  const before = nodeAt(tree, parent);
  const nodes = new Map(tree.nodes);
  nodes.set(parent, { ...before, next: [variation, ...before.next.filter((each) => each !== variation)] });
  return { ...tree, nodes };
}

/** The spot without the move at it and all that follows. */
export function pruned({ tree, at }: Spot): Spot {
  if (at === ROOT) {
    return { tree: { ...emptyTree(), free: tree.free }, at: ROOT };
  }
  const { parent } = nodeAt(tree, at);
  const before = nodeAt(tree, parent);
  const nodes = new Map(tree.nodes);
  nodes.set(parent, { ...before, next: before.next.filter((each) => each !== at) });
  const gone = [at];
  for (let each = gone.pop(); each !== undefined; each = gone.pop()) {
    gone.push(...(nodes.get(each)?.next ?? []));
    nodes.delete(each);
  }
  return { tree: { ...tree, nodes }, at: parent };
}

/** Another move instead of the one at `at`, so many places on among those that follow the same one. */
export function sibling(tree: Tree, at: number, by: number): number {
  if (at === ROOT) {
    return at;
  }
  const { next } = nodeAt(tree, nodeAt(tree, at).parent);
  return next[next.indexOf(at) + by] ?? at;
}

/** A stretch of moves without a fork inside, as the list shows it. */
export interface Run {
  /** How deep in variations it is, from 0. */
  depth: number;
  moves: readonly ListedMove[];
}

/** A move in the list. */
export interface ListedMove {
  at: number;
  number: number;
  stone: Stone;
  point: PointName | null;
  comment: string | null;
}

/** The whole tree as the list shows it: where lines part, the main move comes first, then the variations, then the rest. */
export function runsOf(tree: Tree): Run[] {
  const runs: Run[] = [];
  const listed = (at: number, number: number): ListedMove => {
    const { point, comment } = nodeAt(tree, at);
    return { at, number, stone: toMove(number - 1), point, comment };
  };
  // What is still to be listed, the nearest last. A stretch begins with a move, or goes on after it.
  const waiting: { at: number; number: number; depth: number; isListed: boolean }[] = [{ at: ROOT, number: 0, depth: 0, isListed: true }];
  for (let begin = waiting.pop(); begin; begin = waiting.pop()) {
    const { depth } = begin;
    let { at, number } = begin;
    const moves: ListedMove[] = begin.isListed ? [] : [listed(at, number)];
    for (let [first, ...others] = nodeAt(tree, at).next; first !== undefined; [first, ...others] = nodeAt(tree, at).next) {
      number += 1;
      at = first;
      moves.push(listed(at, number));
      if (others.length > 0) {
        waiting.push({ at, number, depth, isListed: true });
        waiting.push(...others.reverse().map((other) => ({ at: other, number, depth: depth + 1, isListed: false })));
        break;
      }
    }
    if (moves.length > 0) {
      runs.push({ depth, moves });
    }
  }
  return runs;
}
