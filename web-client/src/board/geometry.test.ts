import { describe, expect, it } from 'vitest';
import { isInZone, letterOf, nameOf, pointOf, rowsOf, starsOf, stepFrom, xOf, yOf } from './geometry';

describe('a board', () => {
  it.each(['a1', 'h8', 'o15', 'i9', 't20'])('reads and writes %s', (name) => {
    expect(nameOf(pointOf(name))).toBe(name);
  });

  it('counts columns with I, and rows from the bottom', () => {
    expect(letterOf(8)).toBe('I');
    expect(xOf(0)).toBeLessThan(xOf(1));
    expect(yOf(0, 15)).toBeGreaterThan(yOf(14, 15));
    expect(rowsOf(15)[0]?.map(nameOf)[0]).toBe('a15');
  });

  it('has its stars where they belong', () => {
    expect(starsOf(15).map(nameOf).sort()).toEqual(['d12', 'd4', 'h8', 'l12', 'l4']);
    expect(starsOf(19)).toHaveLength(9);
    expect(starsOf(19).map(nameOf)).toContain('j10');
    expect(starsOf(20)).toEqual([]);
  });

  it('does not let the cursor walk off', () => {
    expect(nameOf(stepFrom(pointOf('a1'), -1, -1, 15))).toBe('a1');
    expect(nameOf(stepFrom(pointOf('o15'), 1, 1, 15))).toBe('o15');
    expect(nameOf(stepFrom(pointOf('h8'), 0, 1, 15))).toBe('h9');
  });
});

describe('a zone', () => {
  it('is what lies inside its rectangle, or outside', () => {
    const inside = { from: 'f6', to: 'j10', inside: true } as const;
    expect(['f6', 'j10', 'h8', 'e6', 'f5', 'j11', 'k10'].map((point) => isInZone(inside, point))).toEqual([true, true, true, false, false, false, false]);
    expect(['f6', 'k10'].map((point) => isInZone({ ...inside, inside: false }, point))).toEqual([false, true]);
  });
});
