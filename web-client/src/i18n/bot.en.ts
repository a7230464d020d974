/** Words that mark a bot. */

export const botEn = {
  mark: 'bot',
  hint: 'A program plays here, no person',
  /** A name in a sentence or a list. */
  marked: (name: string) => `${name} (bot)`,
};

/** What every language has. */
export type BotWords = typeof botEn;
