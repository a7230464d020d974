/** Rules and clocks to start from. Pure data; the server checks what it is given. */

import type { Rules, Stage } from './protocol';

/** The three forms of the game a table can be opened with. */
export type Variant = 'freestyle' | 'standard' | 'renju';
export const VARIANTS: readonly Variant[] = ['freestyle', 'standard', 'renju'];

/** Boards a variant is played on. Forbidden moves are defined on 15 lines only. */
export function boardsOf(variant: Variant): readonly number[] {
  return variant === 'renju' ? [15] : [15, 19, 20];
}

/** A clock as somebody chooses it. */
export type ClockChoice =
  | { type: 'none' }
  | { type: 'sudden_death'; main_s: number }
  | { type: 'fischer'; main_s: number; increment_s: number }
  | { type: 'byoyomi'; main_s: number; periods: number; period_s: number };

/** The clocks that are one click away, the usual first. */
export const QUICK_CLOCKS: readonly ClockChoice[] = [
  { type: 'fischer', main_s: 300, increment_s: 5 },
  { type: 'byoyomi', main_s: 300, periods: 3, period_s: 30 },
  { type: 'sudden_death', main_s: 180 },
  { type: 'fischer', main_s: 900, increment_s: 10 },
  { type: 'none' },
];

/** Bounds of what can be typed in. */
export const BOUNDS = {
  main_s: { min: 10, max: 6 * 3600 },
  increment_s: { min: 1, max: 600 },
  period_s: { min: 1, max: 600 },
  periods: { min: 1, max: 10 },
} as const;

/** The stages of a chosen clock. */
export function stagesOf(choice: ClockChoice): Stage[] | null {
  switch (choice.type) {
    case 'none':
      return null;
    case 'sudden_death':
      return [stage(choice.main_s)];
    case 'fischer':
      return [{ ...stage(choice.main_s), gain: { type: 'increment', ms: choice.increment_s * 1000 } }];
    case 'byoyomi': {
      const byoyomi: Stage = {
        ...stage(choice.period_s),
        periods: choice.periods,
        quota: { moves: 1, met: 'restart' },
      };
      return [{ ...stage(choice.main_s), exhausted: 'next_stage' }, byoyomi];
    }
    default:
      choice satisfies never;
      return null;
  }
}

function stage(seconds: number): Stage {
  return { time_ms: seconds * 1000, periods: 1, quota: null, gain: { type: 'nothing' }, exhausted: 'flag' };
}

/** The choice these stages came from, if they are one of the usual forms. */
export function choiceOf(stages: readonly Stage[] | null): ClockChoice | null {
  if (!stages) {
    return { type: 'none' };
  }
  const [main, second] = stages;
  if (!main || main.periods !== 1 || main.quota || stages.length > 2) {
    return null;
  }
  const main_s = main.time_ms / 1000;
  if (!second && main.gain.type === 'increment') {
    return { type: 'fischer', main_s, increment_s: main.gain.ms / 1000 };
  }
  if (main.gain.type !== 'nothing') {
    return null;
  }
  if (!second) {
    return { type: 'sudden_death', main_s };
  }
  const isByoyomi = second.quota?.moves === 1 && second.quota.met === 'restart' && second.gain.type === 'nothing';
  return isByoyomi
    ? { type: 'byoyomi', main_s, periods: second.periods, period_s: second.time_ms / 1000 }
    : null;
}

/** A whole rule set, the rest of it as it usually is. */
export function rulesOf(variant: Variant, board: number, clock: ClockChoice): Rules {
  const stages = stagesOf(clock);
  return {
    board,
    five: variant === 'freestyle' ? 'five_or_more' : variant === 'standard' ? 'exactly_five' : 'renju',
    forbidden: variant === 'renju' ? 'black' : 'nobody',
    adjudication: 'auto',
    declaration: 'automatic',
    opening: 'free',
    pass: 'never',
    draws: 'plain',
    takebacks: 'never',
    clock: stages && { stages },
    lag: { per_move_ms: 150, per_game_ms: 3000 },
    start: { type: 'when_seated', within_ms: 24 * 3600 * 1000 },
  };
}

/** The variant a rule set is, if it is one of the three. */
export function variantOf(rules: Rules): Variant | null {
  if (rules.forbidden === 'black') {
    return 'renju';
  }
  return rules.five === 'five_or_more' ? 'freestyle' : rules.five === 'exactly_five' ? 'standard' : null;
}
