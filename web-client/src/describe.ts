/** Clocks in words. Pure. */

import { format, type Reading } from './clock';
import type { Words } from './i18n';
import type { Stage } from './protocol';
import { choiceOf } from './rules';

/** Keeps a number and its unit on one line. */
const NBSP = '\u00a0';

/** A clock in a few words: `5 min + 5 s`, `5 min + 3 × 30 s`, `40 moves in 10 min + 30 min`. */
export function clockText(stages: readonly Stage[] | null, words: Words): string {
  return stages ? stages.map((stage) => stageText(stage, words)).join(` +${NBSP}`) : words.noClock;
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

/** What kind of clock it is, if it is one of the usual kinds. */
export function clockKind(stages: readonly Stage[] | null, words: Words): string | null {
  const choice = choiceOf(stages);
  return choice && words.clockForm[choice.type];
}

/** The stage a clock is in, in words: `main time`, `byo-yomi 2 × 30 s`, `7 moves to make`. */
export function stageWords(stages: readonly Stage[], reading: Reading, words: Words): string {
  const stage = stages[reading.stage];
  if (!stage) {
    return '';
  }
  if (reading.flagged) {
    return words.flagged;
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

/** A reading for the ear: the time and the stage. */
export function spokenClock(stages: readonly Stage[], reading: Reading, words: Words): string {
  return `${format(reading.left_ms)}, ${stageWords(stages, reading, words)}`;
}
