import { describe, expect, it } from 'vitest';
import { letterAt, linesOf, positionAfter } from './position';
import { OPENINGS, stonesOf } from './openings';
import { movesOf } from './test-table';
import type { Deed, Stone } from './protocol';

const stone = (colour: Stone, point: string): Deed => ({ type: 'stone', stone: colour, point });

/** An opening with a swap, three alternatives, and a pass at the end. */
const MOVES = movesOf(
  stone('black', 'h8'),
  stone('white', 'i9'),
  stone('black', 'j10'),
  { type: 'announced', number: 3 },
  { type: 'chose', choice: 'swap' },
  stone('white', 'g9'),
  { type: 'showed', points: ['i7', 'f9', 'a1'] },
  { type: 'kept', point: 'f9' },
  stone('white', 'j8'),
  { type: 'pass' },
  stone('white', 'b2'),
);

describe('the board after some moves', () => {
  it('has the stones with their numbers; a pass takes a number and a step does not', () => {
    const { stones, alternatives } = positionAfter([], MOVES);
    expect(stones.map(({ point, stone: colour, number }) => `${number}${colour[0]}${point}`)).toEqual([
      '1bh8',
      '2wi9',
      '3bj10',
      '4wg9',
      '5bf9',
      '6wj8',
      '8wb2',
    ]);
    expect(alternatives).toEqual([]);
  });

  it('has the alternatives between showing and keeping', () => {
    const { stones, alternatives } = positionAfter([], MOVES.slice(0, 7));
    expect(stones).toHaveLength(4);
    expect(alternatives).toEqual(['i7', 'f9', 'a1']);
  });

  it('begins with the stones of an agreed opening', () => {
    const { stones } = positionAfter(['h8', 'h9', 'i9'], movesOf(stone('white', 'a1')));
    expect(stones.map(({ stone: colour, number }) => [colour, number])).toEqual([
      ['black', 1],
      ['white', 2],
      ['black', 3],
      ['white', 4],
    ]);
  });
});

describe('the list of moves', () => {
  it('numbers stones and passes, and says what was not kept', () => {
    const lines = linesOf([], MOVES);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, null, null, 4, null, 5, 6, 7, 8]);
    expect(lines.map(({ dropped }) => dropped).filter((points) => points.length > 0)).toEqual([['i7', 'a1']]);
  });
});

describe('the letters of alternatives', () => {
  it('go on after Z', () => {
    expect([0, 1, 25, 26, 27, 51, 52, 61].map(letterAt)).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'AZ', 'BA', 'BJ']);
  });
});

describe('the 26 openings', () => {
  it('have three stones each, no two the same', () => {
    expect(new Set(OPENINGS.map(({ code }) => stonesOf(code).join(' '))).size).toBe(26);
    expect(stonesOf('D4')).toEqual(['h8', 'h9', 'i9']);
    expect(stonesOf('i13')).toEqual(['h8', 'i9', 'f6']);
    expect(stonesOf('X1')).toEqual([]);
  });
});
