/** Clocks in words. Pure. */

import { format, stagesOf, type Reading } from './clock';
import type { Words } from './i18n';
import type { Stage, TimeControl } from './protocol';

/** Keeps a number and its unit on one line. */
const NBSP = '\u00a0';

/** A clock in a few words: `5 min + 5 s`, `5 min + 3 × 30 s`, `30 min free, then 1 × 30 s, 2 fouls lose`. */
export function clockText(clock: TimeControl | null, words: Words): string {
  if (!clock) {
    return words.noClock;
  }
  const { shared, fouls, forced_pass } = clock;
  const own = clock.stages.map((stage) => stageText(stage, words)).join(` +${NBSP}`);
  const time = shared && words.duration(shared.time_ms / 1000);
  const text = !time ? own : shared.used_up === 'draw' ? words.clocks.shared(time) : words.clocks.free(time, own);
  if (forced_pass) {
    return words.clocks.passes(text);
  }
  return fouls === null ? text : words.clocks.fouls(text, fouls);
}

/** What a clock means that is not one of the usual, a sentence each. */
export function clockLines(clock: TimeControl | null, { clocks, duration }: Words): string[] {
  if (!clock) {
    return [];
  }
  const { shared, fouls, forced_pass, readouts } = clock;
  const time = shared && duration(shared.time_ms / 1000);
  const percent = shared?.split_at_percent ?? null;
  const sharedRule = percent === null ? clocks.sharedRule : clocks.splitRule(percent);
  return [
    ...(time ? [shared.used_up === 'draw' ? sharedRule : clocks.freeRule(time)] : []),
    ...(fouls === null ? [] : [clocks.foulRule(fouls)]),
    ...(forced_pass ? [clocks.passRule] : []),
    ...(readouts ? [clocks.readRule(readouts.join(', '))] : []),
  ];
}

function stageText({ time_ms, periods, quota, gain }: Stage, words: Words): string {
  const time = words.duration(time_ms / 1000);
  const length = periods > 1 || quota?.moves === 1 ? `${periods}${NBSP}×${NBSP}${time}` : quota ? words.movesIn(quota.moves, time) : time;
  switch (gain.type) {
    case 'nothing':
      return length;
    case 'increment':
      return `${length} +${NBSP}${words.duration(gain.ms / 1000)}`;
    case 'delay':
      return `${length}, ${words.delayOf(words.duration(gain.ms / 1000))}`;
    case 'give_back':
      return `${length}, ${words.giveBackOf(words.duration(gain.ms / 1000))}`;
    default:
      gain satisfies never;
      return length;
  }
}

/** The fouls of a side, where being out of time is one and there were any: `1 foul, the 2nd loses`. */
export function foulWords(control: TimeControl, { fouls, flagged }: Reading, words: Words): string | null {
  return control.fouls === null || fouls === 0 || flagged ? null : words.clocks.foulCount(fouls, control.fouls);
}

/** The stage a clock is in, in words: `main time`, `byo-yomi 2 × 30 s`, `7 moves to make`. */
export function stageWords(control: TimeControl, reading: Reading, words: Words): string {
  if (reading.flagged) {
    return words.flagged;
  }
  if (reading.isShared) {
    return control.shared?.used_up === 'stages' ? words.clocks.stageFree : words.clocks.stageShared;
  }
  const stages = stagesOf(control);
  const stage = stages[reading.stage];
  if (!stage) {
    return '';
  }
  if (stage.quota?.moves === 1) {
    return words.stageByoyomi(reading.periods, words.duration(stage.time_ms / 1000));
  }
  if (reading.moves_left !== null) {
    return words.stageMoves(reading.moves_left);
  }
  switch (stage.gain.type) {
    case 'increment':
      return words.stageIncrement(stage.gain.ms / 1000);
    case 'delay':
    case 'give_back':
      return words.stageDelay(stage.gain.ms / 1000);
    case 'nothing':
      return stages.length > 1 ? words.stageMain : words.clockForm.sudden_death;
    default:
      stage.gain satisfies never;
      return '';
  }
}

/** A reading for the ear: the time, the stage and the fouls. */
export function spokenClock(control: TimeControl, reading: Reading, words: Words): string {
  const fouls = foulWords(control, reading, words);
  return [format(reading.left_ms), stageWords(control, reading, words), ...(fouls ? [fouls] : [])].join(', ');
}

/** The time a move took, in words; tenths only where they count. */
export function durationText(ms: number, words: Words): string {
  return words.duration(ms < 9_950 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000));
}
