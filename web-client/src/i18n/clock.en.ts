/** Words for clocks that are shared, begin later, or count fouls, and for the read-out. */

/** `2nd`, `3rd`. */
function ordinal(n: number): string {
  return `${n}${n === 1 ? 'st' : n === 2 ? 'nd' : n === 3 ? 'rd' : 'th'}`;
}

export const clockEn = {
  // In a few words
  shared: (time: string) => `${time} shared`,
  free: (time: string, then: string) => `${time} without clocks, then ${then}`,
  fouls: (clock: string, n: number) => (n === 1 ? `${clock}, a time foul loses` : `${clock}, ${n} time fouls lose`),

  passes: (clock: string) => `${clock}, out of time is a pass`,

  // As rules
  sharedRule: 'Both share one time; when it is used up the game is a draw. An arbiter can split it.',
  splitRule: (percent: number) =>
    `Both share one time; when ${percent} % of it is left each side gets half of that. An arbiter can split it before.`,
  passRule:
    'Being out of time in the last period costs the turn, and the period is full again. In the opening it loses the game, and so does the tenth turn lost without a stone between.',
  readRule: (seconds: string) => `Read out of every period: ${seconds} s.`,
  freeRule: (time: string) => `For ${time} nobody’s clock runs; then the clocks begin, with whoever is to move.`,
  foulRule: (n: number) =>
    n === 1 ? 'Being out of time is a foul and loses.' : `Being out of time is a foul, and the period begins again; the ${ordinal(n)} foul loses.`,

  // While they run
  stageShared: 'shared',
  stageFree: 'shared, before the clocks',
  foulCount: (n: number, most: number) => `${n === 1 ? '1 foul' : `${n} fouls`}, the ${ordinal(most)} loses`,
  foulsOf: (n: number, most: number) => `foul ${n} of ${most}`,

  // The form
  sharedForm: 'Shared time',
  perMoveForm: 'Time per move',
  freeBefore: 'Without clocks first (min)',
  foulsThatLose: 'Time fouls that lose',
  none: 'none',
  passForm: 'Out of time costs the turn only',
  splitAt: 'Splits with so much left (%)',
  readouts: 'Seconds read out',
  readoutsUsual: 'as usual',
  readoutsHint: (most: number) => `Up to 20 numbers in order, each less than ${most}: 10 20 25`,

  // The read-out
  readOut: 'Read out byo-yomi',
  readOutHint: 'A voice says the seconds that have passed of half a minute or a minute, and otherwise those that are left.',
  seconds: (n: number) => (n === 1 ? '1 second' : `${n} seconds`),
  secondsLeft: (n: number) => (n === 1 ? '1 second left' : `${n} seconds left`),
};

/** What every language has. */
export type ClockWords = typeof clockEn;
