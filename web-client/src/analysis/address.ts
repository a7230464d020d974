/** What the address of the analysis board says, and how it is said. Pure. */

import type { PointName } from '../protocol';
import { boardOf, forbids, RULES, type BoardLines, type RuleName } from './rules';

/** What is opened. */
export interface Asked {
  /** The game of a room, and how many entries of its list of moves are shown; all of them if that is not said. */
  game: { room: string; ply: number | null } | null;
  moves: readonly (PointName | null)[];
  board: BoardLines;
  rules: RuleName;
}

/** How a pass is written where only points are. */
export const PASS = '--';

const ROOM = /^[0-9a-hjkmnp-tv-z]{12}$/;
const MOVE = /^(?:--|[a-t](?:20|1\d|[1-9]))/;

/** What a query asks for; what makes no sense is passed over. */
export function askedIn(query: string): Asked {
  const said = new URLSearchParams(query);
  const room = said.get('game') ?? '';
  const ply = said.get('ply') ?? '';
  const rules = RULES.find((name) => name === said.get('rules'));
  const board = boardOf(Number(said.get('board') ?? 15)) ?? 15;
  return {
    game: ROOM.test(room) ? { room, ply: /^\d{1,4}$/.test(ply) ? Number(ply) : null } : null,
    moves: movesIn(said.get('moves') ?? ''),
    board,
    rules: rules && (board === 15 || !forbids(rules)) ? rules : board === 15 ? 'renju' : 'freestyle',
  };
}

/** The moves that are written one after the other, up to what is none. */
export function movesIn(text: string): (PointName | null)[] {
  const moves: (PointName | null)[] = [];
  let rest = text.toLowerCase();
  for (let found = MOVE.exec(rest)?.[0]; found !== undefined; found = MOVE.exec(rest)?.[0]) {
    moves.push(found === PASS ? null : found);
    rest = rest.slice(found.length);
  }
  return moves;
}

/** Moves one after the other, `h8i9j10`. */
export function movesText(moves: readonly (PointName | null)[], between = ''): string {
  return moves.map((point) => point ?? PASS).join(between);
}

/** The address of the board with a line of moves. */
export function addressOf({ moves, board, rules }: Pick<Asked, 'moves' | 'board' | 'rules'>): string {
  return `/analysis?rules=${rules}${board === 15 ? '' : `&board=${board}`}${moves.length > 0 ? `&moves=${movesText(moves)}` : ''}`;
}

/** The address of the picture of a position. */
export function pictureOf({ moves, board }: Pick<Asked, 'moves' | 'board'>): string {
  return `/api/position.png?board=${board}&moves=${movesText(moves)}`;
}
