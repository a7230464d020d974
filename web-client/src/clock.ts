/**
 * Clock arithmetic. Pure: what a face shows after some time has passed, by the same rules as the server's.
 *
 * Nothing is ticked down: a reading follows from the face, the time that passed since, and the stages of the rules.
 */

import type { ClockState, Face, Seat, Stage } from './protocol';

/** What a clock shows at a moment. */
export interface Reading {
  /** The stage it is in, from 0. */
  stage: number;
  /** What is left of the present period, never below zero. */
  left_ms: number;
  /** How many periods of the stage are left, the present one among them; none when the flag has fallen. */
  periods: number;
  /** How many moves of the stage's quota are still to be made in this period. */
  moves_left: number | null;
  /** Whether all time is used up. */
  flagged: boolean;
}

/**
 * What `face` shows when its side has been thinking for `elapsedMs`.
 *
 * Using exactly all of a period uses it up. The next period, or the next stage, then starts with its full time, and
 * what was thought beyond goes off that.
 */
export function read(stages: readonly Stage[], face: Face, elapsedMs: number): Reading {
  let { stage, left_ms: left, periods, moves_left: movesLeft } = face;
  let spent = Math.max(0, elapsedMs - delayOf(stages[stage]));
  for (;;) {
    if (spent < left) {
      return { stage, left_ms: left - spent, periods, moves_left: movesLeft, flagged: false };
    }
    spent -= left;
    const here = stages[stage];
    const next = stages[stage + 1];
    if (here && periods > 1) {
      periods -= 1;
      left = here.time_ms;
      movesLeft = here.quota?.moves ?? null;
    } else if (here?.exhausted === 'next_stage' && next) {
      stage += 1;
      left = next.time_ms;
      periods = next.periods;
      movesLeft = next.quota?.moves ?? null;
    } else {
      return { stage, left_ms: 0, periods: 0, moves_left: movesLeft, flagged: true };
    }
  }
}

/** How much of a move costs nothing in this stage. */
function delayOf(stage: Stage | undefined): number {
  return stage?.gain.type === 'delay' ? stage.gain.ms : 0;
}

/** What one seat's clock shows at `at` on the room's time line. */
export function readSeat(stages: readonly Stage[], clock: ClockState, seat: Seat, at: number): Reading {
  const running = clock.running?.seat === seat ? clock.running : null;
  return read(stages, clock.faces[seat], running ? Math.max(0, at - running.since) : 0);
}

/** Below this much, tenths are shown. */
export const TENTHS_BELOW_MS = 10_000;

/** A length of time as a clock shows it: `1:02:03`, `12:05`, `0:42`, and `9.3` under ten seconds. */
export function format(ms: number): string {
  const left = Math.max(0, ms);
  if (left < TENTHS_BELOW_MS) {
    return (Math.floor(left / 100) / 10).toFixed(1);
  }
  const seconds = Math.floor(left / 1000);
  const pad = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

/** How long until what {@link format} shows changes, if the clock runs. */
export function untilNextDigit(leftMs: number): number {
  const step = leftMs <= TENTHS_BELOW_MS ? 100 : 1000;
  return (Math.max(0, leftMs) % step) + 1;
}

/** Whether so little is left that the player should be warned: a sixth of the first period, between 5 and 30 s. */
export function isLow(stages: readonly Stage[], reading: Reading): boolean {
  const stage = stages[reading.stage];
  if (!stage || reading.periods > 1 || (stage.exhausted === 'next_stage' && stages.length > reading.stage + 1)) {
    return false;
  }
  return reading.left_ms < Math.min(30_000, Math.max(5_000, stage.time_ms / 6));
}

/** The time a move took, for a list: `0.8`, `12`, `1:05`. */
export function formatTook(ms: number): string {
  if (ms < 9_950) {
    return (ms / 1000).toFixed(1);
  }
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
