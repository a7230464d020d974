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
 *
 * ```text
 *   shared 2h        one time for both; a draw when it is used up
 *   free 30m 1x30s   30 minutes in which nobody's clock runs, then each side's stages
 *   1x30s fouls 2    being out of time is a foul and the period begins again; the second foul loses
 *   20m 3x30s pass   being out of time costs the turn, and the period is full again
 *   1x60s read 30 45       these seconds of every period are read out instead of the usual ones
 *   shared 2h split 25%    each side has half of what is left once a quarter of it is left
 * ```
 */

import type { Gain, Stage, TimeControl } from './protocol';

/** What is wrong with a notation; the words for it say what would be right. */
export type NotationProblem =
  | 'empty'
  | 'unreadable'
  | 'no_unit'
  | 'too_short'
  | 'too_long'
  | 'gain'
  | 'count'
  | 'stages'
  | 'sum'
  /** `shared` is not followed by one time and nothing else. */
  | 'shared'
  /** `free` is not followed by a time and a stage. */
  | 'free'
  /** `fouls` is not the last but one word, or its number is out of bounds. */
  | 'fouls'
  /** `pass` is not the last word, or no period is there that it could be of. */
  | 'pass'
  /** `read` is not followed by some seconds in order, or no period is there that they could be of. */
  | 'read'
  /** A period is over before it is read out. */
  | 'read_late'
  /** `split` is not followed by a share and nothing else. */
  | 'split';

/** What a notation says, or what is wrong with which part of it. */
export type Parsed = TimeControl | { problem: NotationProblem; part: string };

const STAGES_MAX = 8;
const PERIOD_MAX_MS = 24 * 3_600_000;
/** The longest game: the time of both sides, and what they share. */
const GAME_MAX_MS = 24 * 3_600_000;
const GAIN_MAX_MS = 3_600_000;
const COUNT_MAX = 999;
const FOULS_MAX = 9;
const READOUTS_MAX = 20;

const TIME = String.raw`(?:\d+[hms]?)+`;
const PART = new RegExp(`^(?:(?<periods>\\d+)x)?(?<time>${TIME})(?:/(?<moves>\\d+))?(?:(?<sign>[+~^])(?<gain>${TIME}))?$`);
const TIME_ALONE = new RegExp(`^${TIME}$`);
const SIGNS = { '+': 'increment', '~': 'delay', '^': 'give_back' } as const;

class Problem extends Error {
  constructor(
    readonly problem: NotationProblem,
    readonly part: string | null = null,
  ) {
    super(problem);
  }
}

/** The clock that a short notation says. */
export function parseClock(text: string): Parsed {
  // `15m + 10s` and `3 × 30s` are what people write.
  const tidy = text.trim().toLowerCase().replaceAll('×', 'x').replaceAll(/\s*([+~^/x])\s*/g, '$1');
  const parts = tidy.split(/[\s,]+/).filter((part) => part !== '');
  try {
    return parts[0] === 'shared' ? sharedClock(parts, tidy) : clockOf(parts, tidy);
  } catch (error) {
    if (error instanceof Problem) {
      return { problem: error.problem, part: error.part ?? tidy };
    }
    throw error;
  }
}

/** One time for both, and nothing else. */
function sharedClock([, time, word, share, ...rest]: readonly string[], tidy: string): TimeControl {
  if (time === undefined || (word !== undefined && word !== 'split')) {
    throw new Problem('shared', tidy);
  }
  const percent = /^[1-9]\d?%$/.test(share ?? '') && rest.length === 0 ? parseInt(share ?? '', 10) : null;
  if (word === 'split' && percent === null) {
    throw new Problem('split', tidy);
  }
  const shared = { time_ms: timeIn(time), used_up: 'draw', split_at_percent: percent } as const;
  return { shared, stages: [], fouls: null, forced_pass: false, readouts: null };
}

/** Each side's stages, perhaps after a time without clocks, and perhaps with more at their end. */
function clockOf(all: readonly string[], tidy: string): TimeControl {
  const { parts: timed, readouts } = withoutReadouts(all);
  const { parts, fouls, forced_pass } = withoutFlag(timed);
  const isFree = parts[0] === 'free';
  const [, free, ...afterFree] = parts;
  const texts = isFree ? afterFree : parts;
  if (isFree && (free === undefined || texts.length === 0)) {
    throw new Problem('free', tidy);
  }
  if (texts.length === 0) {
    throw new Problem('empty', '');
  }
  if (texts.length > STAGES_MAX) {
    throw new Problem('stages', tidy);
  }
  const shared = isFree && free !== undefined ? ({ time_ms: timeIn(free), used_up: 'stages', split_at_percent: null } as const) : null;
  const stages = texts.map((text, index) => naming(text, () => stageOf(text, index === texts.length - 1)));
  const side = stages.reduce((total, { time_ms, periods }) => total + time_ms * periods, 0);
  if ((shared?.time_ms ?? 0) + 2 * side > GAME_MAX_MS) {
    throw new Problem('sum', tidy);
  }
  const last = stages.at(-1);
  if (forced_pass && last && !isPerMove(last)) {
    throw new Problem('pass', tidy);
  }
  if (readouts) {
    checkReadouts(readouts, stages, tidy);
  }
  return { shared, stages, fouls, forced_pass, readouts };
}

/** Whether the periods of a stage are those of single moves. */
export function isPerMove({ quota }: Stage): boolean {
  return quota?.moves === 1 && quota.met === 'restart';
}

/** The length of the shortest period that is read out; `null` if there is none. */
export function periodOf(stages: readonly Stage[]): number | null {
  const periods = stages.filter(isPerMove).map(({ time_ms }) => time_ms);
  return periods.length > 0 ? Math.min(...periods) : null;
}

function checkReadouts(readouts: readonly number[], stages: readonly Stage[], tidy: string): void {
  const [period, last] = [periodOf(stages), readouts.at(-1) ?? 0];
  if (period === null) {
    throw new Problem('read', tidy);
  }
  if (last * 1000 >= period) {
    throw new Problem('read_late', `${last} s, ${Math.floor(period / 1000)} s`);
  }
}

/** Seconds that can be read out: some, not too many, in order and each once. */
export function areReadouts(seconds: readonly number[]): boolean {
  return seconds.length > 0 && seconds.length <= READOUTS_MAX && seconds.every((second, index) => second > (seconds[index - 1] ?? 0));
}

/** The parts before `read`, and the seconds after it. */
function withoutReadouts(parts: readonly string[]): { parts: readonly string[]; readouts: number[] | null } {
  const at = parts.indexOf('read');
  if (at < 0) {
    return { parts, readouts: null };
  }
  const words = parts.slice(at + 1);
  const readouts = words.map((word) => (/^\d{1,9}$/.test(word) ? Number(word) : 0));
  if (!areReadouts(readouts)) {
    throw new Problem('read', parts.slice(at).join(' '));
  }
  return { parts: parts.slice(0, at), readouts };
}

/** The parts before what being out of time brings, and what that is. */
function withoutFlag(parts: readonly string[]): { parts: readonly string[]; fouls: number | null; forced_pass: boolean } {
  const at = parts.findIndex((part) => part === 'fouls' || part === 'pass');
  if (at < 0) {
    return { parts, fouls: null, forced_pass: false };
  }
  const [word, digits = '', ...rest] = parts.slice(at);
  if (word === 'pass') {
    if (parts.length > at + 1) {
      throw new Problem('pass', parts.slice(at).join(' '));
    }
    return { parts: parts.slice(0, at), fouls: null, forced_pass: true };
  }
  const fouls = /^\d+$/.test(digits) ? Number(digits) : 0;
  if (rest.length > 0 || fouls < 1 || fouls > FOULS_MAX) {
    throw new Problem('fouls', parts.slice(at).join(' '));
  }
  return { parts: parts.slice(0, at), fouls, forced_pass: false };
}

/** A time that stands alone. */
function timeIn(text: string): number {
  return naming(text, () => {
    if (!TIME_ALONE.test(text)) {
      throw new Problem('unreadable');
    }
    return within(millis(text), 1000, PERIOD_MAX_MS);
  });
}

/** Says in which part of the notation something is wrong. */
function naming<T>(part: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.problem, error.part ?? part) : error;
  }
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
export function printClock(clock: TimeControl): string | null {
  const { shared, stages, fouls, forced_pass, readouts } = clock;
  const split = shared && shared.split_at_percent !== null ? [`split ${shared.split_at_percent}%`] : [];
  const before = shared ? [`${shared.used_up === 'draw' ? 'shared' : 'free'} ${printTime(shared.time_ms)}`, ...split] : [];
  const flag = [...(fouls === null ? [] : [`fouls ${fouls}`]), ...(forced_pass ? ['pass'] : [])];
  const after = [...flag, ...(readouts ? [`read ${readouts.join(' ')}`] : [])];
  const text = [...before, ...stages.map(printStage), ...after].join(' ');
  const parsed = parseClock(text);
  return 'stages' in parsed && JSON.stringify(canonical(parsed)) === JSON.stringify(canonical(clock)) ? text : null;
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

/** The same clock with its fields in one order, so that texts can be compared. */
function canonical({ shared, stages, fouls, forced_pass, readouts }: TimeControl): unknown {
  const listed = stages.map(({ time_ms, periods, quota, gain, exhausted }) => [
    time_ms,
    periods,
    quota && [quota.moves, quota.met],
    [gain.type, gain.type === 'nothing' ? 0 : gain.ms],
    exhausted,
  ]);
  return [shared && [shared.time_ms, shared.used_up, shared.split_at_percent], listed, fouls, forced_pass, readouts];
}
