/**
 * Clock arithmetic. Pure: what a face shows after some time has passed, by the same rules as the server's.
 *
 * Nothing is ticked down: a reading follows from the face, the time that passed since, and the stages of the rules.
 */

import type { ClockState, Face, Seat, Stage, TimeControl } from './protocol';

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
  /** Whether it is the time that both share. */
  isShared: boolean;
  /** How often the side was out of time, where that is a foul. */
  fouls: number;
}

/**
 * What `face` shows when so much is taken off it.
 *
 * Using exactly all of a period uses it up. The next period, or the next stage, then starts with its full time, and
 * what was thought beyond goes off that. Where so many fouls lose,
 * being out of time before is a foul, and the period begins again.
 */
export function read(stages: readonly Stage[], face: Face, ms: number, foulsThatLose: number | null = null): Reading {
  let { stage, left_ms: left, periods, moves_left: movesLeft, fouls } = face;
  let spent = Math.max(0, ms);
  for (;;) {
    if (spent < left) {
      return { stage, left_ms: left - spent, periods, moves_left: movesLeft, flagged: false, isShared: false, fouls };
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
    } else if (here && here.time_ms > 0 && foulsThatLose !== null && fouls + 1 < foulsThatLose) {
      fouls += 1;
      left = here.time_ms;
      movesLeft = here.quota?.moves ?? null;
    } else {
      fouls += foulsThatLose === null ? 0 : 1;
      return { stage, left_ms: 0, periods: 0, moves_left: movesLeft, flagged: true, isShared: false, fouls };
    }
  }
}

/** Each side's stages. Time that both share is sudden death for each once an arbiter has split it. */
export function stagesOf({ shared, stages }: TimeControl): readonly Stage[] {
  if (stages.length > 0 || !shared) {
    return stages;
  }
  const time_ms = Math.floor(shared.time_ms / 2);
  return [{ time_ms, periods: 1, quota: null, gain: { type: 'nothing' }, exhausted: 'flag' }];
}

/** What the clock of a game shows that has not begun. */
export function readFull(control: TimeControl): Reading {
  const { shared } = control;
  const [first] = stagesOf(control);
  if (shared) {
    return readShared(shared.time_ms, first, 0);
  }
  const [left_ms, periods, moves_left] = [first?.time_ms ?? 0, first?.periods ?? 1, first?.quota?.moves ?? null];
  return { stage: 0, left_ms, periods, moves_left, flagged: false, isShared: false, fouls: 0 };
}

/** What one seat's clock shows at `at` on the room's time line. */
export function readSeat(control: TimeControl, clock: ClockState, seat: Seat, at: number): Reading {
  const { shared_left_ms: left, running, absent } = clock;
  const face = clock.faces[seat];
  const stages = stagesOf(control);
  if (absent[seat] !== null) {
    // Nobody thinks about a move here: nothing of it is free, and nothing is off what both share.
    return read(stages, face, elapsedFrom(absent[seat], at), control.fouls);
  }
  if (left === null) {
    const passed = running?.seat === seat ? elapsedFrom(running.since, at) - running.free_left_ms : 0;
    return read(stages, face, passed, control.fouls);
  }
  const spent = elapsedFrom(running?.since ?? null, at);
  if (spent < left || control.shared?.used_up !== 'stages') {
    return readShared(left - spent, stages[face.stage], face.fouls);
  }
  // It was used up in the middle of a move: the rest of the move goes off the mover's own time, and nothing of it is free.
  return read(stages, face, running?.seat === seat ? spent - left : 0, control.fouls);
}

function readShared(left: number, stage: Stage | undefined, fouls: number): Reading {
  const left_ms = Math.max(0, left);
  return { stage: 0, left_ms, periods: stage?.periods ?? 1, moves_left: null, flagged: left <= 0, isShared: true, fouls };
}

/** Since when a seat's clock runs: because it is absent, or because it is to move. */
export function runsSince({ running, absent }: ClockState, seat: Seat): number | null {
  return absent[seat] ?? (running?.seat === seat ? running.since : null);
}

/** Whether what a seat's clock shows changes with time. */
export function ticks(clock: ClockState, seat: Seat): boolean {
  return runsSince(clock, seat) !== null || (clock.shared_left_ms !== null && clock.running !== null);
}

function elapsedFrom(since: number | null, at: number): number {
  return since === null ? 0 : Math.max(0, at - since);
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

/** From here on little of a shared time is left. */
const SHARED_LOW_MS = 60_000;

/** Whether so little is left that the player should be warned: a sixth of the first period, between 5 and 30 s. */
export function isLow(control: TimeControl, reading: Reading): boolean {
  if (reading.isShared) {
    return control.shared?.used_up === 'draw' && reading.left_ms < SHARED_LOW_MS;
  }
  const stages = stagesOf(control);
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
