/** Words for what is said beside the game. */

export const talkEn = {
  title: 'Talk',
  unread: 'new',
  nothing: 'Nothing has been said.',
  say: 'Say something',
  send: 'Send',
  toPlayers: 'Your opponent, the arbiter and the spectators read this.',
  toSpectators: 'While the game is on the players do not see what spectators say.',
  toAll: 'Everybody here reads this.',
  roles: { player: 'player', arbiter: 'arbiter', spectator: 'spectator' },
  hide: (name: string) => `Hide what ${name} says`,
  hidden: (name: string) => `${name} is hidden from you`,
  show: 'Show again',
};

/** What every language has. */
export type TalkWords = typeof talkEn;
