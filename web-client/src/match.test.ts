import { describe, expect, it } from 'vitest';
import { deciderText, halfPoints, matchScore, openersText, pointsText } from './match';
import { en } from './i18n/en';
import type { Series } from './protocol';
import { resultText } from './result';
import { known as testKnown } from './test-table';

describe('a match', () => {
  it('stands as before the game until the game is over', () => {
    const known = testKnown();
    const series = { goal: { type: 'best_of', games: 3 }, game: 2, half_points: { a: 1, b: 2 }, openers: ['a'], decider: null } satisfies Series;
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

  it('says what its deciding game is about, and of a draw in it that it was a win', () => {
    const known = testKnown();
    const decider = { draw_wins: 'white', toss: 'a', on: true } as const;
    const series: Series = { goal: { type: 'best_of', games: 2 }, game: 3, half_points: { a: 2, b: 2 }, openers: ['a', 'b'], decider };
    const rules = { ...known.opened.rules, draw_wins: 'white' } as const;
    const deciding = { ...known, opened: { ...known.opened, rules, series } };
    expect(deciderText(deciding, en)).toBe('The deciding game: a draw is White’s win.');
    expect(deciderText({ ...deciding, opened: { ...deciding.opened, series: { ...series, decider: { ...decider, on: false } } } }, en)).toBe('');
    const drawn = { reason: { type: 'full_board' }, scores: { a: 'loss', b: 'win' } } as const;
    expect(resultText(deciding, drawn, 'b', en)).toBe(`You win · ${en.reasons.full_board} · A draw is White’s win.`);
    const won = { reason: { type: 'resigned' }, scores: { a: 'loss', b: 'win' } } as const;
    expect(resultText(deciding, won, 'b', en)).toBe(`You win · ${en.reasons.resigned}`);
  });
});
