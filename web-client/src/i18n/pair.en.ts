/** Words for finding an opponent by one click. */

export const pairEn = {
  title: 'Play now',
  hint: 'One click: you play whoever looks for the same.',
  waits: 'Somebody waits',
  looking: 'Looking for an opponent …',
  cancel: (preset: string) => `Cancel looking for an opponent at ${preset}`,
  more: 'More',
  fewer: 'Fewer',
  gone: 'That did not come about, or another window of yours looks for a game. Try again.',
};

/** What every language has. */
export type PairWords = typeof pairEn;
