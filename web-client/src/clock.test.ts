import { describe, expect, it } from 'vitest';
import { format, formatTook, isLow, read, readFull, readSeat, ticks, untilNextDigit, type Reading } from './clock';
import type { ClockState, Face } from './protocol';
import { clockIn } from './rules';

const BYOYOMI = clockIn('5m 3x30s');
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
    expect(read(BYOYOMI.stages, face({ left_ms: 1000 }), 1000)).toEqual({
      stage: 1,
      left_ms: 30_000,
      periods: 3,
      moves_left: 1,
      flagged: false,
      isShared: false,
      fouls: 0,
    });
  });

  it('runs for one seat and stands for the other', () => {
    const clock = clockOf({ running: runs('a', 1000) });
    expect(readSeat(BYOYOMI, clock, 'a', 6000).left_ms).toBe(295_000);
    expect(readSeat(BYOYOMI, clock, 'b', 6000).left_ms).toBe(300_000);
    expect(readSeat(BYOYOMI, clock, 'a', 0).left_ms).toBe(300_000);
  });

  it('is one for both while time is shared, and used up for both at once', () => {
    const control = clockIn('shared 2h');
    const clock = clockOf({ running: runs('a', 1000), shared_left_ms: 60_000 });
    for (const seat of ['a', 'b'] as const) {
      expect(readSeat(control, clock, seat, 6000)).toMatchObject({ left_ms: 55_000, isShared: true, flagged: false });
      expect(readSeat(control, clock, seat, 61_000)).toMatchObject({ left_ms: 0, isShared: true, flagged: true });
      expect(ticks(clock, seat)).toBe(true);
    }
    expect(readSeat(control, clockOf({ shared_left_ms: 60_000 }), 'a', 6000).left_ms).toBe(60_000);
    expect(readFull(control)).toMatchObject({ left_ms: 7_200_000, isShared: true });
    expect(isLow(control, readSeat(control, clock, 'a', 2000))).toBe(true);
  });

  it('is sudden death for each side once the arbiter has split what was shared', () => {
    const control = clockIn('shared 2h');
    const half = { a: face({ left_ms: 1_200_000 }), b: face({ left_ms: 1_200_000 }) };
    const clock = clockOf({ running: runs('b', 0), faces: half });
    expect(readSeat(control, clock, 'b', 1000)).toMatchObject({ left_ms: 1_199_000, isShared: false, flagged: false });
    expect(readSeat(control, clock, 'a', 1000).left_ms).toBe(1_200_000);
    expect(readSeat(control, clock, 'b', 1_200_000)).toMatchObject({ left_ms: 0, flagged: true });
  });

  it('begins in the middle of a move, for who is to move, when the time before it is used up', () => {
    const control = clockIn('free 30m 15m');
    const own = { a: face({ left_ms: 900_000 }), b: face({ left_ms: 900_000 }) };
    const clock = clockOf({ running: runs('a', 0), faces: own, shared_left_ms: 10_000 });
    expect(readSeat(control, clock, 'a', 9999)).toMatchObject({ left_ms: 1, isShared: true, flagged: false });
    expect(readSeat(control, clock, 'a', 10_000)).toMatchObject({ left_ms: 900_000, isShared: false });
    expect(readSeat(control, clock, 'a', 13_000)).toMatchObject({ left_ms: 897_000, isShared: false });
    expect(readSeat(control, clock, 'b', 13_000)).toMatchObject({ left_ms: 900_000, isShared: false });
    expect(isLow(control, readSeat(control, clock, 'a', 9999))).toBe(false);
  });

  it('runs for whoever is absent, for both at once if need be', () => {
    const clock = clockOf({ running: runs('a', 0), absent: { a: 0, b: 0 } });
    expect(readSeat(BYOYOMI, clock, 'a', 4000).left_ms).toBe(296_000);
    expect(readSeat(BYOYOMI, clock, 'b', 4000).left_ms).toBe(296_000);
    expect(ticks(clock, 'b')).toBe(true);
    expect(ticks(clockOf({ running: runs('a', 0) }), 'b')).toBe(false);
  });

  it('leaves as much of a move free as its delay had left when the clock went on', () => {
    const control = clockIn('5m~10s');
    const begun = clockOf({ running: { seat: 'a', since: 0, free_left_ms: 10_000 } });
    expect(readSeat(control, begun, 'a', 8000).left_ms).toBe(300_000);
    expect(readSeat(control, begun, 'a', 12_000).left_ms).toBe(298_000);
    const again = clockOf({ running: { seat: 'a', since: 8000, free_left_ms: 2000 } });
    expect(readSeat(control, again, 'a', 10_000).left_ms).toBe(300_000);
    expect(readSeat(control, again, 'a', 13_000).left_ms).toBe(297_000);
    expect(readSeat(control, again, 'b', 13_000).left_ms).toBe(300_000);
  });

  it('gives nothing for free to whoever is absent, nor of a move that began on shared time', () => {
    const control = clockIn('free 30m 5m~10s');
    const alone = clockOf({ absent: { a: 0, b: null } });
    expect(readSeat(control, alone, 'a', 4000).left_ms).toBe(296_000);
    const sharing = clockOf({ running: runs('a', 0), shared_left_ms: 10_000 });
    expect(readSeat(control, sharing, 'a', 13_000)).toMatchObject({ left_ms: 297_000, isShared: false });
    const waiting = clockOf({ absent: { a: 0, b: null }, shared_left_ms: 10_000 });
    expect(readSeat(control, waiting, 'a', 4000)).toMatchObject({ left_ms: 296_000, isShared: false });
    expect(readSeat(control, waiting, 'b', 4000)).toMatchObject({ left_ms: 10_000, isShared: true });
  });

  it('begins a period again where being out of time is a foul, until it is one too many', () => {
    const { stages, fouls } = clockIn('1x30s fouls 2');
    const begun = face({ left_ms: 30_000, moves_left: 1 });
    expect(read(stages, begun, 29_999, fouls)).toMatchObject({ left_ms: 1, fouls: 0, flagged: false });
    expect(read(stages, begun, 30_000, fouls)).toMatchObject({ left_ms: 30_000, fouls: 1, moves_left: 1, flagged: false });
    expect(read(stages, begun, 60_000, fouls)).toMatchObject({ left_ms: 0, fouls: 2, flagged: true });
    expect(read(stages, { ...begun, fouls: 1 }, 30_000, fouls)).toMatchObject({ fouls: 2, flagged: true });
    expect(read(stages, begun, 30_000).flagged).toBe(true);
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
    const reading: Reading = { stage: 1, left_ms: 2000, periods: 1, moves_left: 1, flagged: false, isShared: false, fouls: 0 };
    expect(isLow(BYOYOMI, { ...reading, stage: 0, moves_left: null })).toBe(false);
    expect(isLow(BYOYOMI, { ...reading, periods: 2 })).toBe(false);
    expect(isLow(BYOYOMI, { ...reading, left_ms: 4999 })).toBe(true);
    expect(isLow(BYOYOMI, { ...reading, left_ms: 6000 })).toBe(false);
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

/** Whose clock runs since when, with no delay. */
function runs(seat: 'a' | 'b', since: number): ClockState['running'] {
  return { seat, since, free_left_ms: 0 };
}

/** A clock that nothing has been taken off and that does not run, but for what is said otherwise. */
function clockOf(other: Partial<ClockState>): ClockState {
  const faces = { a: face(), b: face() };
  return { running: null, faces, shared_left_ms: null, absent: { a: null, b: null }, ...other };
}
