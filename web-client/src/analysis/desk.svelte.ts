/** What lies on the analysis board: a tree of moves, where one stands in it, and by which rules it is judged. */

import { pointOf } from '../board/geometry';
import type { PointName } from '../protocol';
import type { Asked } from './address';
import type { Imported } from './answers';
import { boardOf, forbids, rulesLike, type BoardLines, type RuleName } from './rules';
import { treeOfGame, type GameRecord } from './game';
import {
  emptyTree,
  endFrom,
  lineTo,
  nodeAt,
  played,
  pointsTo,
  promoted,
  pruned,
  ROOT,
  sibling,
  toMove,
  treeFrom,
  treeOf,
  variationAt,
  type Spot,
} from './tree';

/** What the players of the game on the board are called, if that is known. */
export interface Names {
  black: string | null;
  white: string | null;
}

/** All that can be brought back. */
interface Laid {
  spot: Spot;
  board: BoardLines;
  rules: RuleName;
  names: Names;
}

const NOBODY: Names = { black: null, white: null };

/** What was done last that can be undone, in a word. */
export type Undoable = 'removed' | 'replaced';

/** The desk. Nothing on it is on the wire. */
export class Desk {
  #laid = $state.raw<Laid>({ spot: { tree: emptyTree(), at: ROOT }, board: 15, rules: 'renju', names: NOBODY });
  #before = $state.raw<{ laid: Laid; what: Undoable } | null>(null);
  /** Whether the last move could not be added for want of room. */
  isFull = $state(false);

  get tree() {
    return this.#laid.spot.tree;
  }

  /** The move one stands at. */
  get at(): number {
    return this.#laid.spot.at;
  }

  get board(): BoardLines {
    return this.#laid.board;
  }

  get rules(): RuleName {
    return this.#laid.rules;
  }

  get names(): Names {
    return this.#laid.names;
  }

  /** The points of the line to where one stands. */
  get line(): (PointName | null)[] {
    return pointsTo(this.tree, this.at);
  }

  /** What can be undone. */
  get undoable(): Undoable | null {
    return this.#before?.what ?? null;
  }

  /** Whether one stands in a variation. */
  get isVariation(): boolean {
    return variationAt(this.tree, this.at) !== null;
  }

  /** Plays on a point, or passes. */
  play(point: PointName | null): void {
    const next = played(this.#laid.spot, point);
    this.isFull = next === null;
    if (next) {
      this.#stand(next);
      this.#before = null;
    }
  }

  /** Goes to a move of the tree. */
  go(at: number): void {
    this.isFull = false;
    this.#stand({ tree: this.tree, at });
  }

  back(): void {
    this.go(nodeAt(this.tree, this.at).parent);
  }

  on(): void {
    this.go(nodeAt(this.tree, this.at).next[0] ?? this.at);
  }

  start(): void {
    this.go(ROOT);
  }

  end(): void {
    this.go(endFrom(this.tree, this.at));
  }

  /** Goes to another variation beside the move one stands at. */
  beside(by: number): void {
    this.go(sibling(this.tree, this.at, by));
  }

  /** Makes the variation one stands in the main line. */
  promote(): void {
    this.#stand({ tree: promoted(this.tree, this.at), at: this.at });
  }

  /** Deletes the move one stands at and all that follows. */
  remove(): void {
    if (this.at !== ROOT) {
      this.#replace({ ...this.#laid, spot: pruned(this.#laid.spot) }, 'removed');
    }
  }

  /** Takes everything off the board. */
  clear(): void {
    this.#replace({ ...this.#laid, spot: { tree: emptyTree(), at: ROOT }, names: NOBODY }, 'removed');
  }

  undo(): void {
    if (this.#before) {
      this.#laid = this.#before.laid;
      this.#before = null;
    }
  }

  /** Judges by other rules. Those that forbid have a board of 15 lines. */
  judgeBy(rules: RuleName): void {
    this.#laid = { ...this.#laid, rules };
    if (forbids(rules)) {
      this.resize(15);
    }
  }

  /** Takes another board. Moves that it does not have leave it, and what follows them. */
  resize(board: BoardLines): void {
    const { rules } = this.#laid;
    const fits = (point: PointName | null) => point === null || isOn(point, board);
    const doesFit = [...this.tree.nodes.values()].every(({ point }) => fits(point));
    const kept = board === 15 || !forbids(rules) ? rules : 'freestyle';
    if (doesFit) {
      this.#laid = { ...this.#laid, board, rules: kept };
    } else {
      this.#replace({ spot: { tree: emptyTree(), at: ROOT }, board, rules: kept, names: NOBODY }, 'removed');
    }
  }

  /** Takes what a link says. */
  open({ moves, board, rules }: Pick<Asked, 'moves' | 'board' | 'rules'>): void {
    const fitting = moves.findIndex((point) => point !== null && !isOn(point, board));
    this.#replace({ spot: treeOf(fitting < 0 ? moves : moves.slice(0, fitting)), board, rules, names: NOBODY }, 'replaced');
  }

  /** Takes a game that was read from a file, and stands at its end. */
  openFile(game: Imported): void {
    const board = boardOf(game.board) ?? 15;
    const said = game.rules ?? (board === 15 ? this.rules : 'freestyle');
    const rules = board === 15 || !forbids(said) ? said : 'freestyle';
    const tree = treeFrom(game);
    const { black, white } = game;
    this.#replace({ spot: { tree, at: endFrom(tree, ROOT) }, board, rules, names: { black, white } }, 'replaced');
  }

  /** Takes a game of this server, as it stood after so many entries of its list of moves. */
  openGame(record: GameRecord, ply: number | null): void {
    const { rules, players, black } = record;
    const names = black === null ? NOBODY : { black: players[black], white: players[black === 'a' ? 'b' : 'a'] };
    this.#replace({ spot: treeOfGame(record, ply), board: boardOf(rules.board) ?? 15, rules: rulesLike(rules), names }, 'replaced');
  }

  /** The number and colour of the move one stands at; `null` before the first. */
  get last(): { number: number; stone: 'black' | 'white'; point: PointName | null } | null {
    const number = lineTo(this.tree, this.at).length;
    return number === 0 ? null : { number, stone: toMove(number - 1), point: nodeAt(this.tree, this.at).point };
  }

  #stand(spot: Spot): void {
    this.#laid = { ...this.#laid, spot };
  }

  #replace(laid: Laid, what: Undoable): void {
    // There is nothing to bring back of an empty board.
    this.#before = this.tree.nodes.size > 1 ? { laid: this.#laid, what } : null;
    this.#laid = laid;
    this.isFull = false;
  }
}

function isOn(name: PointName, board: BoardLines): boolean {
  const { column, row } = pointOf(name);
  return column < board && row < board;
}
