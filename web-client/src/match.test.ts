import { describe, expect, it } from 'vitest';
import { halfPoints, matchScore, openersText, pointsText } from './match';
import { en } from './i18n/en';
import type { Series } from './protocol';
import { known as testKnown } from './test-table';

describe('a match', () => {
  it('stands as before the game until the game is over', () => {
    const known = testKnown();
    const series = { goal: { type: 'best_of', games: 3 }, game: 2, half_points: { a: 1, b: 2 }, openers: ['a'] } satisfies Series;
    const running = { ...known, opened: { ...known.opened, series } };
    expect(halfPoints(running)).toEqual({ a: 1, b: 2 });
    const outcome = { reason: { type: 'resigned' }, scores: { a: 'win', b: 'loss' } } as const;
    const over = { ...running, state: { ...running.state, outcome } };
    expect(halfPoints(over)).toEqual({ a: 3, b: 2 });
    expect(matchScore(over, en)).toMatch(/1½ : 1/);
    expect(halfPoints(known)).toBeNull();
    expect(openersText({ ...over, state: { ...over.state, opener: 'b' } }, en)).toBe('Black at first: Game 1: Ann, Game 2: Bo');
    expect(openersText({ ...over, state: { ...over.state, opener: null } }, en)).toBe('Black at first: Game 1: Ann');
    expect(openersText(known, en)).toBe('');
  });

  it('is written in halves', () => {
    expect([0, 1, 2, 3, 10].map(pointsText)).toEqual(['0', '½', '1', '1½', '5']);
  });
});
