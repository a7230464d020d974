/** 标出机器人的用语。 */

import type { BotWords } from './bot.en';

export const botZh: BotWords = {
  link: '与机器人对弈',
  mark: '机器人',
  marked: (name) => `${name}（机器人）`,
};
