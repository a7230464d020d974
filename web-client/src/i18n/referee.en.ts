/** Words for games that wait for an arbiter's word: damaged records, results to be confirmed. */

export const refereeEn = {
  suspended: 'Part of this game’s record was lost. The clocks stand still until an arbiter rules a draw or a replay.',
  askOperator: 'Ask whoever runs this server to send an arbiter.',
  recordLost: (records: number) => `Part of this game’s record was lost (${records === 1 ? '1 entry' : `${records} entries`}).`,
};

/** What every language has. */
export type RefereeWords = typeof refereeEn;
