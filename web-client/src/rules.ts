/** Clocks and rules to choose from, and which values go together. Pure; the server checks what it is given. */

import { parseClock } from './clock-notation';
import type { Opening, Rules, Stage, TimeControl } from './protocol';

/** The forms of clock that have fields of their own. */
export type ClockChoice =
  | { type: 'sudden_death'; main_s: number }
  | { type: 'fischer'; main_s: number; increment_s: number }
  | { type: 'delay'; main_s: number; increment_s: number }
  | { type: 'give_back'; main_s: number; increment_s: number }
  | { type: 'byoyomi'; main_s: number; periods: number; period_s: number }
  | { type: 'quota'; main_s: number; moves: number; period_s: number }
  | { type: 'per_move'; periods: number; period_s: number }
  | { type: 'shared'; main_s: number };
export type ClockForm = ClockChoice['type'];

/** What goes with some forms besides. */
export interface ClockExtras {
  /** A time without clocks before them; not with shared time. */
  free_s: number | null;
  /** How many times out of time lose; not with shared time. */
  fouls: number | null;
  /** Whether being out of time costs the turn; with periods for one move. */
  forced_pass: boolean;
  /** The seconds of these that are read out. */
  readouts: number[] | null;
  /** At how many per cent shared time splits itself. */
  split_percent: number | null;
}

/** None of it. */
export const NO_EXTRAS: ClockExtras = { free_s: null, fouls: null, forced_pass: false, readouts: null, split_percent: null };

/** The clocks that are one click away, in short notation. */
export const QUICK_CLOCKS = ['5m+5s', '5m 3x30s', '3m', '15m+10s'] as const;

/** Bounds of what can be typed in. */
export const BOUNDS = {
  main_s: { min: 10, max: 6 * 3600 },
  increment_s: { min: 1, max: 600 },
  period_s: { min: 1, max: 3600 },
  periods: { min: 1, max: 10 },
  moves: { min: 1, max: 100 },
  free_s: { min: 1, max: 12 * 3600 },
  fouls: { min: 1, max: 9 },
  split_percent: { min: 1, max: 99 },
} as const;

/** The clock of a notation that is known to be good. */
export function clockIn(notation: string): TimeControl {
  const parsed = parseClock(notation);
  if ('problem' in parsed) {
    throw new Error(`no clock: ${notation}`);
  }
  return parsed;
}

/** A chosen clock. */
export function clockOf(choice: ClockChoice, extras: ClockExtras = NO_EXTRAS): TimeControl {
  const { free_s, forced_pass, readouts, split_percent } = extras;
  if (choice.type === 'shared') {
    const shared = { time_ms: choice.main_s * 1000, used_up: 'draw', split_at_percent: split_percent } as const;
    return { shared, stages: [], fouls: null, forced_pass: false, readouts: null };
  }
  const shared = free_s === null ? null : ({ time_ms: free_s * 1000, used_up: 'stages', split_at_percent: null } as const);
  const isPerMove = hasPeriods(choice.type);
  const passes = isPerMove && forced_pass;
  return { shared, stages: stagesOf(choice), fouls: passes ? null : extras.fouls, forced_pass: passes, readouts: isPerMove ? readouts : null };
}

/** Whether a form of clock ends in periods for one move. */
export function hasPeriods(form: ClockForm): boolean {
  return form === 'byoyomi' || form === 'per_move';
}

function stagesOf(choice: Exclude<ClockChoice, { type: 'shared' }>): Stage[] {
  if (choice.type === 'per_move') {
    return [{ ...stage(choice.period_s), periods: choice.periods, quota: { moves: 1, met: 'restart' } }];
  }
  const main = stage(choice.main_s);
  switch (choice.type) {
    case 'sudden_death':
      return [main];
    case 'fischer':
      return [{ ...main, gain: { type: 'increment', ms: choice.increment_s * 1000 } }];
    case 'delay':
    case 'give_back':
      return [{ ...main, gain: { type: choice.type, ms: choice.increment_s * 1000 } }];
    case 'byoyomi': {
      const period: Stage = { ...stage(choice.period_s), periods: choice.periods, quota: { moves: 1, met: 'restart' } };
      return [{ ...main, exhausted: 'next_stage' }, period];
    }
    case 'quota': {
      const period: Stage = { ...stage(choice.period_s), quota: { moves: choice.moves, met: 'restart' } };
      return [{ ...main, exhausted: 'next_stage' }, period];
    }
    default:
      choice satisfies never;
      return [];
  }
}

function stage(seconds: number): Stage {
  return { time_ms: seconds * 1000, periods: 1, quota: null, gain: { type: 'nothing' }, exhausted: 'flag' };
}

/** The choice a clock came from, if it has a form of its own; {@link extrasOf} are told apart from it. */
export function choiceOf(clock: TimeControl | null): ClockChoice | null {
  if (clock?.shared?.used_up === 'draw') {
    return { type: 'shared', main_s: clock.shared.time_ms / 1000 };
  }
  const stages = clock?.stages ?? [];
  const [main, second] = stages;
  if (main && !second && main.quota?.moves === 1 && main.quota.met === 'restart' && main.gain.type === 'nothing') {
    return { type: 'per_move', periods: main.periods, period_s: main.time_ms / 1000 };
  }
  if (!main || main.periods !== 1 || main.quota || stages.length > 2) {
    return null;
  }
  const main_s = main.time_ms / 1000;
  if (!second) {
    const { gain } = main;
    return gain.type === 'nothing'
      ? { type: 'sudden_death', main_s }
      : { type: gain.type === 'increment' ? 'fischer' : gain.type, main_s, increment_s: gain.ms / 1000 };
  }
  const { quota, periods, time_ms } = second;
  if (main.gain.type !== 'nothing' || second.gain.type !== 'nothing' || quota?.met !== 'restart') {
    return null;
  }
  const period_s = time_ms / 1000;
  if (quota.moves === 1) {
    return { type: 'byoyomi', main_s, periods, period_s };
  }
  return periods === 1 ? { type: 'quota', main_s, moves: quota.moves, period_s } : null;
}

/** What goes with the form of a clock. */
export function extrasOf(clock: TimeControl | null): ClockExtras {
  if (!clock) {
    return NO_EXTRAS;
  }
  const { shared, fouls, forced_pass, readouts } = clock;
  const free_s = shared?.used_up === 'stages' ? shared.time_ms / 1000 : null;
  return { free_s, fouls, forced_pass, readouts, split_percent: shared?.split_at_percent ?? null };
}

/** The largest number of alternatives for the fifth move that can always be met. */
export const FIFTHS_MAX = 62;

/** Every kind of opening as it usually is, in the order in which they are offered. */
export const OPENING_KINDS: readonly Opening[] = [
  { type: 'free', centre: false, own_side: false, only_26: false, swap_after_three: false },
  { type: 'swap2' },
  { type: 'swap' },
  { type: 'swap1' },
  { type: 'pro' },
  { type: 'long_pro' },
  { type: 'taraguchi', fifths: 10 },
  { type: 'soosyrv', most: 8 },
  { type: 'specified', fifths: 2 },
  { type: 'tarannikov' },
  { type: 'sakata' },
  { type: 'renju_swap' },
  { type: 'agreed', opening: 'D4', swap: false },
];

/** Whether an opening speaks of the 26 openings or of zones that only a board of 15 lines has. */
export function needsFifteenLines(opening: Opening): boolean {
  switch (opening.type) {
    case 'free':
      return opening.only_26 || opening.own_side;
    case 'swap':
    case 'swap1':
    case 'swap2':
    case 'pro':
    case 'long_pro':
      return false;
    case 'agreed':
    case 'specified':
    case 'soosyrv':
    case 'tarannikov':
    case 'taraguchi':
    case 'sakata':
    case 'renju_swap':
      return true;
    default:
      opening satisfies never;
      return true;
  }
}

function needsCentre(opening: Opening): boolean {
  return opening.type === 'pro' || opening.type === 'long_pro' || (opening.type === 'free' && opening.centre);
}

/** The rules with some values changed, and with them whatever no longer goes with the changed ones. */
export function withChange(rules: Rules, change: Partial<Rules>): Rules {
  const next = { ...rules, ...change };
  if (change.board !== undefined && change.board !== 15) {
    next.forbidden = 'nobody';
    next.opening = needsFifteenLines(next.opening) || (change.board === 20 && needsCentre(next.opening)) ? freely() : next.opening;
  }
  if (change.opening && (needsFifteenLines(next.opening) || (next.board === 20 && needsCentre(next.opening)))) {
    next.board = 15;
  }
  if (change.adjudication && change.adjudication.type !== 'auto' && next.forbidden === 'nobody') {
    next.forbidden = 'black';
  }
  if (change.five !== undefined) {
    next.forbidden = change.five === 'renju' ? 'black' : 'nobody';
  }
  if (next.forbidden === 'nobody') {
    next.adjudication = { type: 'auto' };
    next.five = next.five === 'renju' ? 'exactly_five' : next.five;
  } else {
    next.board = 15;
    next.five = next.forbidden === 'black' ? 'renju' : 'exactly_five';
  }
  return next;
}

function freely(): Opening {
  return { type: 'free', centre: false, own_side: false, only_26: false, swap_after_three: false };
}
