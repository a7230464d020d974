import { readFileSync } from 'node:fs';
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

const CASES = JSON.parse(readFileSync(new URL('../../proto/examples/clock_notations.json', import.meta.url), 'utf8')) as {
  read: { text: string; tidy: string; stages: Stage[] }[];
  refused: { text: string; problem: NotationProblem; part: string }[];
};

/** The server reads the same cases. */
describe('a clock in short notation', () => {
  it.each(CASES.read)('$text is read, and printed as $tidy', ({ text, tidy, stages }) => {
    expect(parseClock(text)).toEqual({ stages });
    expect(printClock(stages)).toBe(tidy);
  });

  it.each(CASES.refused)('$text says what is wrong: $problem', ({ text, problem, part }) => {
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
