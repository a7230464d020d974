/** Words for finished games: the list of them, their records, and the code of a link. */

export const gamesEn = {
  link: 'Games',
  title: 'Finished games',
  mine: 'Only mine',
  player: 'Player',
  anybody: 'Anybody',
  preset: 'Rules',
  opening: 'Opening',
  result: 'Result',
  any: 'Any',
  results: { black: 'Black won', white: 'White won', draw: 'Draw' },
  from: 'From',
  to: 'To',
  all: 'Show all games',
  fetching: 'Fetching games …',
  more: 'More games',
  shown: (n: number) => (n === 1 ? '1 game shown' : `${n} games shown`),
  none: 'No game has been finished yet. Play one: it stands here at once.',
  noneSuch: 'No finished game is like that. Ask for less, or show all games.',
  unreachable: 'The games could not be fetched.',
  badSearch: 'The server does not understand this search. A name has 1 to 24 characters.',
  retry: 'Try again',
  ownRules: 'rules of their own',
  forbidden: 'forbidden move',
  moves: (n: number) => (n === 1 ? '1 move' : `${n} moves`),
  score: (score: string) => `score ${score}`,
  analyse: 'Analyse',
  analysis: 'Analysis',
  record: {
    save: 'Save the record',
    text: 'Text',
    picture: 'Picture',
    animation: 'Animation',
    copy: 'Copy the moves',
    failed: 'The moves could not be copied. Save the text instead.',
  },
  code: {
    show: 'Show as a QR code',
    hide: 'Hide the QR code',
    title: 'QR code of the link to this table',
    failed: 'The code could not be drawn. Copy the link instead.',
  },
};

/** What every language has. */
export type GamesWords = typeof gamesEn;
