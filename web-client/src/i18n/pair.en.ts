/** Words for finding an opponent by one click. */

export const pairEn = {
  title: 'Play now',
  hint: 'One click: you play whoever looks for the same.',
  waits: 'Somebody waits',
  looking: 'Looking for an opponent …',
  /** How long it may take, to who looks: by how many others are here. */
  outlook: (others: number) =>
    others === 0
      ? 'Nobody else is here yet: it may take a while.'
      : `${others === 1 ? 'One other person is' : `${others} others are`} here: you play whoever presses the same.`,
  cancel: (preset: string) => `Cancel looking for an opponent at ${preset}`,
  more: 'More',
  fewer: 'Fewer',
  gone: 'That did not come about, or another window of yours looks for a game. Try again.',
};

/** What every language has. */
export type PairWords = typeof pairEn;
