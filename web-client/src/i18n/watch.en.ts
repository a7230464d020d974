/** Words for watching: the wall, the featured game, following a player, and boards on other sites. */

export const watchEn = {
  title: 'Games in progress',
  about: 'Live boards. Choose one to watch the game.',
  none: 'No public game is being played at the moment. It hangs here as soon as one begins.',
  more: 'More boards',
  elsewhere: (n: number) => (n === 1 ? '1 more game stands in the lobby.' : `${n} more games stand in the lobby.`),
  shown: (n: number) => (n === 1 ? '1 board' : `${n} boards`),
  featured: 'Featured game',
  toWall: 'All boards',
  watching: (n: number) => (n === 1 ? '1 is watching' : `${n} are watching`),
  fetching: 'Fetching the game …',
  gone: 'This game is not there.',
  choosing: 'Colours are being chosen.',
  seats: (black: string, white: string) => `${black} (Black) against ${white} (White)`,
  position: (moves: number, last: string) => (moves === 1 ? `1 move, last ${last}` : `${moves} moves, last ${last}`),
  noMoves: 'no moves yet',
  follow: (name: string) => `Follow ${name}`,
  followHint: 'This page goes along when they play the next public game.',
  followEnds: 'until you leave for another page',
  nextBegan: (name: string) => `${name} is playing another game.`,
  goThere: 'Go there',
  goesSoon: (name: string) => `${name} plays on. Going there …`,
  stay: 'Stay here',
  embed: {
    title: 'Show this board on your page',
    hint: 'The board stays live. Whoever sees it there can only look on.',
    code: 'HTML to copy',
    copy: 'Copy the HTML',
    copied: 'Copied',
    open: 'Open the game',
  },
};

/** What every language has. */
export type WatchWords = typeof watchEn;
