/** Rules and clocks in words. Pure. */

import { format, type Reading } from './clock';
import type { Words } from './i18n';
import type { Rules, Stage } from './protocol';
import { choiceOf, variantOf, type ClockChoice } from './rules';

/** Keeps a number and its unit on one line. */
const NBSP = '\u00a0';

/** A clock in a few words: `5 min + 5 s`, `5 min + 3 × 30 s`. */
export function clockText(stages: readonly Stage[] | null, words: Words): string {
  const choice = choiceOf(stages);
  return choice ? choiceText(choice, words) : (stages ?? []).map((stage) => stageText(stage, words)).join(' + ');
}

/** A chosen clock in a few words. */
export function choiceText(choice: ClockChoice, words: Words): string {
  switch (choice.type) {
    case 'none':
      return words.noClock;
    case 'sudden_death':
      return words.duration(choice.main_s);
    case 'fischer':
      return `${words.duration(choice.main_s)} +${NBSP}${words.duration(choice.increment_s)}`;
    case 'byoyomi':
      return `${words.duration(choice.main_s)} +${NBSP}${periodsText(choice.periods, choice.period_s, words)}`;
    default:
      choice satisfies never;
      return '';
  }
}

function stageText(stage: Stage, words: Words): string {
  const seconds = stage.time_ms / 1000;
  return stage.periods > 1 ? periodsText(stage.periods, seconds, words) : words.duration(seconds);
}

function periodsText(periods: number, seconds: number, words: Words): string {
  return `${periods}${NBSP}×${NBSP}${words.duration(seconds)}`;
}

/** The rules in a few words: `Renju`, `Freestyle 19 × 19`. */
export function rulesText(rules: Rules, words: Words): string {
  const variant = variantOf(rules);
  const name = variant ? words.variants[variant] : words.rules;
  return rules.board === 15 ? name : `${name} ${words.boardLines(rules.board)}`;
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
