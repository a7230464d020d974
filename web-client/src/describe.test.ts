import { describe, expect, it } from 'vitest';
import { durationText } from './describe';
import { LANGUAGES } from './i18n/all';

describe('the time a move took', () => {
  it.each([
    [0, '0\u00a0s'],
    [749, '0.7\u00a0s'],
    [9949, '9.9\u00a0s'],
    [9950, '10\u00a0s'],
    [59_600, '1\u00a0min'],
    [65_000, '1\u00a0min 5\u00a0s'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(durationText(ms, LANGUAGES.en)).toBe(text);
  });
});
