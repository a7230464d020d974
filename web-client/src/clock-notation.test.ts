import { describe, expect, it } from 'vitest';
import { parseClock, printClock, type NotationProblem } from './clock-notation';
import { PRESETS } from './presets';
import type { Stage } from './protocol';
import { QUICK_CLOCKS, stagesOf } from './rules';

const MINUTE = 60_000;
const NOTHING = { type: 'nothing' } as const;

function stage(time_ms: number, other: Partial<Stage> = {}): Stage {
  return { time_ms, periods: 1, quota: null, gain: NOTHING, exhausted: 'flag', ...other };
}

describe('a clock in short notation', () => {
  it.each<[string, Stage[]]>([
    ['5m', [stage(5 * MINUTE)]],
    ['90s', [stage(90_000)]],
    ['1h30m', [stage(90 * MINUTE)]],
    ['15m+10s', [stage(15 * MINUTE, { gain: { type: 'increment', ms: 10_000 } })]],
    ['5m~3s', [stage(5 * MINUTE, { gain: { type: 'delay', ms: 3000 } })]],
    ['5m^3s', [stage(5 * MINUTE, { gain: { type: 'give_back', ms: 3000 } })]],
    [
      '20m 3x30s',
      [stage(20 * MINUTE, { exhausted: 'next_stage' }), stage(30_000, { periods: 3, quota: { moves: 1, met: 'restart' } })],
    ],
    ['10m/40 30m', [stage(10 * MINUTE, { quota: { moves: 40, met: 'carry_over' } }), stage(30 * MINUTE)]],
    [
      '20m 5m/10',
      [stage(20 * MINUTE, { exhausted: 'next_stage' }), stage(5 * MINUTE, { quota: { moves: 10, met: 'restart' } })],
    ],
    [
      '90m/40+30s 30m+30s',
      [
        stage(90 * MINUTE, { quota: { moves: 40, met: 'carry_over' }, gain: { type: 'increment', ms: 30_000 } }),
        stage(30 * MINUTE, { gain: { type: 'increment', ms: 30_000 } }),
      ],
    ],
  ])('%s is read, and printed as it was', (text, stages) => {
    expect(parseClock(text)).toEqual({ stages });
    expect(printClock(stages)?.replace('1h30m/', '90m/')).toBe(text);
  });

  it.each([
    [' 15M + 10 s ', null],
    ['15m + 10s', '15m+10s'],
    ['20m, 3 × 30s', '20m 3x30s'],
    ['20m 3X30S', '20m 3x30s'],
    ['10m / 40 30m', '10m/40 30m'],
  ])('%s is read as people write it', (text, tidy) => {
    const parsed = parseClock(text);
    expect('stages' in parsed ? printClock(parsed.stages) : null).toBe(tidy);
  });

  it.each<[string, NotationProblem, string]>([
    ['', 'empty', ''],
    ['  ', 'empty', ''],
    ['soon', 'unreadable', 'soon'],
    ['5m+', 'unreadable', '5m+'],
    ['+5s', 'unreadable', '+5s'],
    ['3x30s+5s', 'unreadable', '3x30s+5s'],
    ['3x30s/5', 'unreadable', '3x30s/5'],
    ['10m 15', 'no_unit', '15'],
    ['15m+10', 'no_unit', '15m+10'],
    ['0s', 'too_short', '0s'],
    ['25h', 'too_long', '25h'],
    ['5m+0s', 'gain', '5m+0s'],
    ['5m+2h', 'gain', '5m+2h'],
    ['5m 0x30s', 'count', '0x30s'],
    ['5m/0', 'count', '5m/0'],
    ['5m/1000', 'count', '5m/1000'],
    ['1m 1m 1m 1m 1m 1m 1m 1m 1m', 'stages', '1m 1m 1m 1m 1m 1m 1m 1m 1m'],
    ['10h 5x30m', 'sum', '10h 5x30m'],
  ])('%s says what is wrong: %s', (text, problem, part) => {
    expect(parseClock(text)).toEqual({ problem, part });
  });

  it('has none for a clock it cannot say', () => {
    expect(printClock([])).toBeNull();
    expect(printClock([stage(MINUTE, { quota: { moves: 5, met: 'next_stage' } }), stage(MINUTE)])).toBeNull();
    expect(printClock([stage(MINUTE, { periods: 2 })])).toBeNull();
  });

  it('can say the clock of every preset, and every quick clock', () => {
    for (const { id, rules } of PRESETS) {
      expect(rules.clock && printClock(rules.clock.stages), id).not.toBeNull();
    }
    for (const text of QUICK_CLOCKS) {
      const parsed = parseClock(text);
      expect('stages' in parsed && printClock(parsed.stages)).toBe(text);
    }
    expect(printClock(stagesOf({ type: 'quota', main_s: 600, moves: 10, period_s: 300 }))).toBe('10m 5m/10');
  });
});
