/** The analysis board as files that other programs read. Pure. */

import { pointOf } from '../board/geometry';
import type { PointName } from '../protocol';
import { movesText } from './address';
import { forbids, type BoardLines, type RuleName } from './rules';
import { nodeAt, ROOT, toMove, type Tree } from './tree';

export const FILE_FORMATS = ['sgf', 'psq', 'txt'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What is kept of a board. */
export interface Kept {
  tree: Tree;
  board: BoardLines;
  rules: RuleName;
  /** What the players are called, if that is known. */
  names: { black: string | null; white: string | null };
  /** The line that is shown. */
  line: readonly (PointName | null)[];
}

/** The words by which rules are known again. */
const RULE_WORDS: Record<RuleName, string> = {
  renju: 'Renju',
  renju_for_both: 'Renju for both colours',
  standard: 'Standard gomoku',
  freestyle: 'Freestyle gomoku',
};

/** The text of a file. SGF has the whole tree, the others have the line that is shown. */
export function fileOf(format: FileFormat, kept: Kept): string {
  switch (format) {
    case 'sgf':
      return sgfOf(kept);
    case 'psq':
      return psqOf(kept);
    case 'txt':
      return `${movesText(kept.line, ' ')}\n`;
  }
}

function sgfOf({ tree, board, rules, names }: Kept): string {
  const head = [
    `FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[${board}]RU[${RULE_WORDS[rules]}]`,
    names.black === null ? '' : `PB[${escaped(names.black)}]`,
    names.white === null ? '' : `PW[${escaped(names.white)}]`,
    commentOf(nodeAt(tree, ROOT).comment),
  ].join('');
  const parts = [`(;${head}\n`];
  // What is still to be written, the next one last; a text closes a variation.
  const waiting: ({ at: number; number: number } | string)[] = [')\n'];
  const follow = (at: number, number: number) => {
    const { next } = nodeAt(tree, at);
    for (const each of next.toReversed()) {
      waiting.push(...(next.length > 1 ? [')\n', { at: each, number }, '('] : [{ at: each, number }]));
    }
  };
  follow(ROOT, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
    } else {
      const { point, comment } = nodeAt(tree, next.at);
      const colour = toMove(next.number) === 'black' ? 'B' : 'W';
      parts.push(`;${colour}[${point === null ? '' : lettersOf(point, board)}]${commentOf(comment)}`);
      follow(next.at, next.number + 1);
    }
  }
  return parts.join('');
}

/** A point as SGF names it: rows count from the top. */
function lettersOf(name: PointName, board: BoardLines): string {
  const { column, row } = pointOf(name);
  return String.fromCharCode(97 + column, 97 + board - 1 - row);
}

function commentOf(comment: string | null): string {
  return comment === null ? '' : `C[${escaped(comment)}]`;
}

function escaped(text: string): string {
  return text.replace(/[\]\\:]/g, '\\$&');
}

function psqOf({ line, board, rules, names }: Kept): string {
  const rows = line.map((name) => {
    const point = name === null ? null : pointOf(name);
    return point ? `${point.column + 1},${board - point.row},0` : '0,0,0';
  });
  const rule = forbids(rules) ? 4 : rules === 'standard' ? 1 : 0;
  return [`Piskvorky ${board}x${board}, 11:11, 0`, ...rows, '-1', names.black ?? '?', names.white ?? '?', `${rule},-`, ''].join('\n');
}
