/** Words that mark a bot. */

export const botEn = {
  link: 'Bots to play',
  competitions: 'Competitions',
  competition: 'To the competition',
  mark: 'bot',
  /** A name in a sentence or a list. */
  marked: (name: string) => `${name} (bot)`,
};

/** What every language has. */
export type BotWords = typeof botEn;
