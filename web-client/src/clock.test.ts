import { describe, expect, it } from 'vitest';
import { format, formatTook, isLow, read, readSeat, untilNextDigit } from './clock';
import type { ClockState, Face } from './protocol';
import { stagesOf } from './rules';

const BYOYOMI = stagesOf({ type: 'byoyomi', main_s: 300, periods: 3, period_s: 30 }) ?? [];
const face = (other: Partial<Face> = {}): Face => ({
  stage: 0,
  left_ms: 300_000,
  periods: 1,
  moves_left: null,
  used_ms: 0,
  fouls: 0,
  lag_left_ms: 0,
  ...other,
});

describe('a clock', () => {
  it('tells the moves to make when a stage with a quota begins', () => {
    expect(read(BYOYOMI, face({ left_ms: 1000 }), 1000)).toEqual({
      stage: 1,
      left_ms: 30_000,
      periods: 3,
      moves_left: 1,
      flagged: false,
    });
  });

  it('runs for one seat and stands for the other', () => {
    const clock: ClockState = { running: { seat: 'a', since: 1000 }, faces: { a: face(), b: face() }, shared_left_ms: null, absent: { a: null, b: null } };
    expect(readSeat(BYOYOMI, clock, 'a', 6000).left_ms).toBe(295_000);
    expect(readSeat(BYOYOMI, clock, 'b', 6000).left_ms).toBe(300_000);
    expect(readSeat(BYOYOMI, clock, 'a', 0).left_ms).toBe(300_000);
  });

  it.each([
    [3_723_000, '1:02:03'],
    [725_999, '12:05'],
    [60_000, '1:00'],
    [59_999, '0:59'],
    [10_000, '0:10'],
    [9_999, '9.9'],
    [50, '0.0'],
    [0, '0.0'],
    [-5, '0.0'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(format(ms)).toBe(text);
  });

  it.each([65_432, 60_000, 10_500, 10_000, 9_999, 4_300, 99, 1])('looks again at %i ms just after its digit changed', (ms) => {
    const wait = untilNextDigit(ms);
    expect(format(ms - wait + 1)).toBe(format(ms));
    expect(ms - wait < 0 || format(ms - wait) !== format(ms)).toBe(true);
  });

  it('warns in the last period only', () => {
    expect(isLow(BYOYOMI, { stage: 0, left_ms: 2000, periods: 1, moves_left: null, flagged: false })).toBe(false);
    expect(isLow(BYOYOMI, { stage: 1, left_ms: 2000, periods: 2, moves_left: 1, flagged: false })).toBe(false);
    expect(isLow(BYOYOMI, { stage: 1, left_ms: 4999, periods: 1, moves_left: 1, flagged: false })).toBe(true);
    expect(isLow(BYOYOMI, { stage: 1, left_ms: 6000, periods: 1, moves_left: 1, flagged: false })).toBe(false);
  });

  it.each([
    [830, '0.8'],
    [9_949, '9.9'],
    [9_950, '10'],
    [65_400, '1:05'],
  ])('lists a move of %i ms as %s', (ms, text) => {
    expect(formatTook(ms)).toBe(text);
  });
});
