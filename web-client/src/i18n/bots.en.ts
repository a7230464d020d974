/** Words of the page of bots; fetched with it. */

export const botsEn = {
  title: 'Bots',
  hint: 'Programs that are here and take challenges. One click, and the game begins.',
  none: 'No bot is here at the moment.',
  noneHint: 'Play whoever comes, or connect an engine of your own: the README of the server says how.',
  busy: 'Plays as many games as it can. Try again in a moment.',
  botsOnly: 'Plays other bots only.',
  nothing: 'Plays nothing that can be chosen here.',
  games: (games: number, most: number) => `${games} of ${most} games`,
  waiting: (bot: string) => `${bot} is asked …`,
  cancel: 'Cancel',
  more: 'More rules',
  declined: (bot: string) => `${bot} does not want to play.`,
  lapsed: (bot: string) => `${bot} did not answer.`,
  failed: 'The game could not be opened. Try again.',
  gone: 'This bot has gone.',
  notPlayed: 'The bot does not play that: not by these rules, not with this clock, or not now.',
};

/** What every language has. */
export type BotsWords = typeof botsEn;
