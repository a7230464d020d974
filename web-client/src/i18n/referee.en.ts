/** Words for games that wait for an arbiter's word: damaged records, results to be confirmed. */

export const refereeEn = {
  suspended: 'Part of this game’s record was lost. The clocks stand still until an arbiter rules a draw or a replay.',
  askOperator: 'Ask whoever runs this server to send an arbiter.',
  recordLost: (records: number) => `Part of this game’s record was lost (${records === 1 ? '1 entry' : `${records} entries`}).`,
  confirm: 'Confirm result',
  confirmHint: 'Confirm the result, or dispute it before the arbiter. Without a word it counts as confirmed.',
  confirmWaits: 'The result waits to be confirmed.',
  disputeWaits: 'The result is disputed. The arbiter rules.',
  dispute: 'Dispute the result',
  accepted: (name: string) => `${name} confirms the result.`,
  disputed: (name: string) => `${name} disputes the result.`,
  settled: { both: 'Both have confirmed the result.', time: 'The result counts as confirmed.', arbiter: 'The arbiter has confirmed the result.' },
  annulled: (name: string) => `The result of ${name} is annulled.`,
  annulledBoth: 'The result is annulled for both.',
  disqualified: (name: string) => `${name} is disqualified.`,
  changed: 'changed by the arbiter after the end',
  board: (label: string) => `Board ${label}`,
  boardLabel: 'Board (number or name)',
  boardMoved: (label: string) => `The board is now called ${label}.`,
  confirmRule: 'Players confirm the result within five minutes, or dispute it before the arbiter.',
  confirmSwitch: 'The result is confirmed',
};

/** What every language has. */
export type RefereeWords = typeof refereeEn;
