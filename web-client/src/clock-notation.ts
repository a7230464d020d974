/**
 * Clocks in short notation. Pure.
 *
 * ```text
 *   5m         sudden death            5m+10s     10 s added after every move
 *   5m~3s      3 s of every move free  5m^3s      up to 3 s of every move given back
 *   3x30s      byo-yomi: 3 periods, each restarted by a move
 *   10m/40     40 moves in 10 minutes; then the next stage with the time left, or the same again if it is the last
 * ```
 *
 * Stages stand one after the other: `20m 3x30s`, `90m/40+30s 30m+30s`. Times are `1h30m`, `10m`, `45s`.
 */

import type { Gain, Stage } from './protocol';

/** What is wrong with a notation; the words for it say what would be right. */
export type NotationProblem = 'empty' | 'unreadable' | 'no_unit' | 'too_short' | 'too_long' | 'gain' | 'count' | 'stages' | 'sum';

/** What a notation says, or what is wrong with which part of it. */
export type Parsed = { stages: Stage[] } | { problem: NotationProblem; part: string };

const STAGES_MAX = 8;
const PERIOD_MAX_MS = 24 * 3_600_000;
const SIDE_MAX_MS = 12 * 3_600_000;
const GAIN_MAX_MS = 3_600_000;
const COUNT_MAX = 999;

const TIME = String.raw`(?:\d+[hms]?)+`;
const PART = new RegExp(`^(?:(?<periods>\\d+)x)?(?<time>${TIME})(?:/(?<moves>\\d+))?(?:(?<sign>[+~^])(?<gain>${TIME}))?$`);
const SIGNS = { '+': 'increment', '~': 'delay', '^': 'give_back' } as const;

class Problem extends Error {
  constructor(readonly problem: NotationProblem) {
    super(problem);
  }
}

/** The stages of a clock in short notation. */
export function parseClock(text: string): Parsed {
  // `15m + 10s` and `3 × 30s` are what people write.
  const tidy = text.trim().toLowerCase().replaceAll('×', 'x').replaceAll(/\s*([+~^/x])\s*/g, '$1');
  const parts = tidy.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length === 0) {
    return { problem: 'empty', part: '' };
  }
  if (parts.length > STAGES_MAX) {
    return { problem: 'stages', part: tidy };
  }
  const stages: Stage[] = [];
  for (const [index, part] of parts.entries()) {
    try {
      stages.push(stageOf(part, index === parts.length - 1));
    } catch (error) {
      if (error instanceof Problem) {
        return { problem: error.problem, part };
      }
      throw error;
    }
  }
  const sum = stages.reduce((total, { time_ms, periods }) => total + time_ms * periods, 0);
  return sum > SIDE_MAX_MS ? { problem: 'sum', part: tidy } : { stages };
}

function stageOf(part: string, isLast: boolean): Stage {
  const { periods, time = '', moves, sign, gain } = PART.exec(part)?.groups ?? {};
  if (time === '' || (periods !== undefined && (moves !== undefined || sign !== undefined))) {
    throw new Problem('unreadable');
  }
  const time_ms = within(millis(time), 1000, PERIOD_MAX_MS);
  const ending = isLast ? 'flag' : 'next_stage';
  if (periods !== undefined) {
    const quota = { moves: 1, met: 'restart' } as const;
    return { time_ms, periods: counted(periods), quota, gain: { type: 'nothing' }, exhausted: ending };
  }
  const stage = { time_ms, periods: 1, gain: gainOf(sign, gain) };
  if (moves === undefined) {
    return { ...stage, quota: null, exhausted: ending };
  }
  const quota = { moves: counted(moves), met: isLast ? 'restart' : 'carry_over' } as const;
  return { ...stage, quota, exhausted: 'flag' };
}

function gainOf(sign: string | undefined, text: string | undefined): Gain {
  if (sign === undefined || text === undefined) {
    return { type: 'nothing' };
  }
  const ms = millis(text);
  if (ms === 0 || ms > GAIN_MAX_MS) {
    throw new Problem('gain');
  }
  return { type: SIGNS[sign as keyof typeof SIGNS], ms };
}

function millis(text: string): number {
  const parts = [...text.matchAll(/(\d+)([hms]?)/g)].map(([, digits, unit]) => ({ count: Number(digits), unit }));
  if (parts.some(({ unit }) => unit === '')) {
    throw new Problem('no_unit');
  }
  const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000 };
  return parts.reduce((sum, { count, unit }) => sum + count * (units[unit ?? ''] ?? 0), 0);
}

function within(ms: number, low: number, high: number): number {
  if (ms < low || ms > high) {
    throw new Problem(ms < low ? 'too_short' : 'too_long');
  }
  return ms;
}

function counted(digits: string): number {
  const count = Number(digits);
  if (count < 1 || count > COUNT_MAX) {
    throw new Problem('count');
  }
  return count;
}

/** A clock in short notation; `null` for one that has none. {@link parseClock} reads it back as it was. */
export function printClock(stages: readonly Stage[]): string | null {
  const text = stages.map(printStage).join(' ');
  const parsed = parseClock(text);
  return 'stages' in parsed && JSON.stringify(canonical(parsed.stages)) === JSON.stringify(canonical(stages)) ? text : null;
}

function printStage({ time_ms, periods, quota, gain }: Stage): string {
  if (quota?.moves === 1 && quota.met === 'restart' && gain.type === 'nothing') {
    return `${periods}x${printTime(time_ms)}`;
  }
  const moves = quota ? `/${quota.moves}` : '';
  const sign = Object.entries(SIGNS).find(([, type]) => type === gain.type)?.[0] ?? '';
  return `${printTime(time_ms)}${moves}${gain.type === 'nothing' ? '' : sign + printTime(gain.ms)}`;
}

/** `1h30m`, `10m`, `45s`, and `90s` rather than `1m30s`. */
function printTime(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 120 && seconds % 60 !== 0) {
    return `${seconds}s`;
  }
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (h > 0 ? `${h}h` : '') + (m > 0 ? `${m}m` : '') + (s > 0 || seconds === 0 ? `${s}s` : '');
}

/** The same stages with their fields in one order, so that their texts can be compared. */
function canonical(stages: readonly Stage[]): unknown {
  return stages.map(({ time_ms, periods, quota, gain, exhausted }) => [
    time_ms,
    periods,
    quota && [quota.moves, quota.met],
    [gain.type, gain.type === 'nothing' ? 0 : gain.ms],
    exhausted,
  ]);
}
