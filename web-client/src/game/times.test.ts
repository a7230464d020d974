import { describe, expect, it } from 'vitest';
import type { Move, Seat } from '../protocol';
import { barsOf, longestOf } from './times';

const move = (seat: Seat, took_ms: number): Move => ({ seat, deed: { type: 'pass' }, at: 0, took_ms, lag_ms: 0 });

describe('the graph of times', () => {
  it('has a bar for each move, for whoever thought, as long as its time asks for', () => {
    const moves = [move('a', 1000), move('b', 4000), move('a', 0)];
    expect(longestOf(moves)).toBe(4000);
    expect(barsOf({ moves, state: { black: 'a' } })).toEqual([
      { colour: 'black', height: 0.5 },
      { colour: 'white', height: 1 },
      { colour: 'black', height: 0 },
    ]);
  });

  it('is flat where nothing took any time, and has no colours before they are chosen', () => {
    expect(barsOf({ moves: [move('b', 0)], state: { black: null } })).toEqual([{ colour: null, height: 0 }]);
    expect(longestOf([])).toBe(0);
  });
});
