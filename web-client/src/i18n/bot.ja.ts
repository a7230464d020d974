/** ボットの印に使う日本語。 */

import type { BotWords } from './bot.en';

export const botJa: BotWords = {
  link: 'ボットと対局',
  competitions: '大会',
  competition: '大会のページへ',
  mark: 'ボット',
  marked: (name) => `${name}（ボット）`,
};
