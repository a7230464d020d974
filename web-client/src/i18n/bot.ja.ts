/** ボットの印に使う日本語。 */

import type { BotWords } from './bot.en';

export const botJa: BotWords = {
  mark: 'ボット',
  hint: '人ではなくプログラムです',
  marked: (name) => `${name}（ボット）`,
};
