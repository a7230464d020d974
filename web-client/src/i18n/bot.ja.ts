/** ボットの印に使う日本語。 */

import type { BotWords } from './bot.en';

export const botJa: BotWords = {
  link: 'ボットと対局',
  mark: 'ボット',
  marked: (name) => `${name}（ボット）`,
};
