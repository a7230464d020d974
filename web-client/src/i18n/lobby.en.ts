/** The words of a long list of games. */
export const lobbyEn = {
  /** The label of the choice of a preset; the list follows. */
  rules: 'Rules',
  all: 'All',
  newer: 'Newer',
  older: 'Older',
  /** Which of the games are shown, counted from 1. */
  range: (from: string, to: string, all: string) => `${from}–${to} of ${all}`,
  /** Nothing in the list is played under the chosen preset. */
  none: 'None under these rules at the moment.',
  unreachable: 'The page of the game cannot be fetched at the moment. Try again in a moment.',
  nav: (list: string) => `Pages: ${list}`,
};
