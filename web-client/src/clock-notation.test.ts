import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseClock, printClock, type NotationProblem } from './clock-notation';
import { PRESETS } from './presets';
import type { Stage, TimeControl } from './protocol';
import { clockOf, QUICK_CLOCKS } from './rules';

const MINUTE = 60_000;
const NOTHING = { type: 'nothing' } as const;

function stage(time_ms: number, other: Partial<Stage> = {}): Stage {
  return { time_ms, periods: 1, quota: null, gain: NOTHING, exhausted: 'flag', ...other };
}

function clock(stages: Stage[], other: Partial<TimeControl> = {}): TimeControl {
  return { shared: null, stages, fouls: null, forced_pass: false, readouts: null, ...other };
}

const CASES = JSON.parse(readFileSync(new URL('../../proto/examples/clock_notations.json', import.meta.url), 'utf8')) as {
  /** The whole clock, or only the stages where there is nothing else. */
  read: ({ text: string; tidy: string; stages: Stage[] } & Partial<TimeControl>)[];
  refused: { text: string; problem: NotationProblem; part: string }[];
};

/** The server reads the same cases. */
describe('a clock in short notation', () => {
  it.each(CASES.read)('$text is read, and so is $tidy, which says the same', ({ text, tidy, ...whole }) => {
    const said = clock(whole.stages, whole);
    expect(parseClock(text)).toEqual(said);
    expect(parseClock(tidy)).toEqual(said);
    expect(parseClock(printClock(said) ?? '')).toEqual(said);
  });

  it.each(['5m', '90s', '1h30m', '15m+10s', '5m~3s', '5m^3s', '20m 3x30s', '10m/40 30m', '1h30m/40+30s 30m+30s', '12h', '1m/999'])(
    '%s is printed as it is read',
    (text) => {
      const parsed = parseClock(text);
      expect('stages' in parsed && printClock(parsed)).toBe(text);
    },
  );

  it.each(CASES.refused)('$text says what is wrong: $problem', ({ text, problem, part }) => {
    expect(parseClock(text)).toEqual({ problem, part });
  });

  const THIRTY: Stage = stage(30_000, { quota: { moves: 1, met: 'restart' } });
  const free = (minutes: number) => ({ time_ms: minutes * MINUTE, used_up: 'stages', split_at_percent: null }) as const;

  it.each<[string, string, TimeControl]>([
    ['shared 2h', 'shared 2h', clock([], { shared: { time_ms: 120 * MINUTE, used_up: 'draw', split_at_percent: null } })],
    ['Shared  90M', 'shared 1h30m', clock([], { shared: { time_ms: 90 * MINUTE, used_up: 'draw', split_at_percent: null } })],
    ['shared 24h', 'shared 24h', clock([], { shared: { time_ms: 1440 * MINUTE, used_up: 'draw', split_at_percent: null } })],
    ['free 30m 15m', 'free 30m 15m', clock([stage(15 * MINUTE)], { shared: free(30) })],
    ['free 30m, 1 x 30s', 'free 30m 1x30s', clock([THIRTY], { shared: free(30) })],
    ['30s fouls 2', '30s fouls 2', clock([stage(30_000)], { fouls: 2 })],
    ['free 30m 1x30s fouls 2', 'free 30m 1x30s fouls 2', clock([THIRTY], { shared: free(30), fouls: 2 })],
    ['free 22h 1h', 'free 22h 1h', clock([stage(60 * MINUTE)], { shared: free(22 * 60) })],
  ])('%s says what is shared, and when being out of time loses', (text, tidy, said) => {
    expect(parseClock(text)).toEqual(said);
    expect(printClock(said)).toBe(tidy);
  });

  it.each<[string, NotationProblem, string]>([
    ['shared', 'shared', 'shared'],
    ['shared 2h 5m', 'shared', 'shared 2h 5m'],
    ['shared 2h fouls 2', 'shared', 'shared 2h fouls 2'],
    ['shared 2x30s', 'unreadable', '2x30s'],
    ['shared 2', 'no_unit', '2'],
    ['shared 0s', 'too_short', '0s'],
    ['shared 25h', 'too_long', '25h'],
    ['free', 'free', 'free'],
    ['free 30m', 'free', 'free 30m'],
    ['free 30m fouls 2', 'free', 'free 30m fouls 2'],
    ['free 30m+1s 5m', 'unreadable', '30m+1s'],
    ['free 30 5m', 'no_unit', '30'],
    ['free 22h 61m', 'sum', 'free 22h 61m'],
    ['5m free 30m', 'unreadable', 'free'],
    ['5m shared 30m', 'unreadable', 'shared'],
    ['fouls 2', 'empty', ''],
    ['5m fouls', 'fouls', 'fouls'],
    ['5m fouls 0', 'fouls', 'fouls 0'],
    ['5m fouls 10', 'fouls', 'fouls 10'],
    ['5m fouls two', 'fouls', 'fouls two'],
    ['5m fouls 2 3x30s', 'fouls', 'fouls 2 3x30s'],
  ])('%s says what is wrong: %s', (text, problem, part) => {
    expect(parseClock(text)).toEqual({ problem, part });
  });

  it('has none for a clock it cannot say', () => {
    expect(printClock(clock([]))).toBeNull();
    expect(printClock(clock([stage(MINUTE, { quota: { moves: 5, met: 'next_stage' } }), stage(MINUTE)]))).toBeNull();
    expect(printClock(clock([stage(MINUTE, { periods: 2 })]))).toBeNull();
    expect(printClock(clock([stage(MINUTE)], { shared: { time_ms: MINUTE, used_up: 'draw', split_at_percent: null } }))).toBeNull();
    expect(printClock(clock([], { shared: { time_ms: MINUTE, used_up: 'stages', split_at_percent: null } }))).toBeNull();
  });

  it('can say the clock of every preset, and every quick clock', () => {
    for (const { id, rules } of PRESETS) {
      expect(rules.clock && printClock(rules.clock), id).not.toBeNull();
    }
    for (const text of QUICK_CLOCKS) {
      const parsed = parseClock(text);
      expect('stages' in parsed && printClock(parsed)).toBe(text);
    }
    expect(printClock(clockOf({ type: 'quota', main_s: 600, moves: 10, period_s: 300 }))).toBe('10m 5m/10');
  });
});
