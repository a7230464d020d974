/** 标出机器人的用语。 */

import type { BotWords } from './bot.en';

export const botZh: BotWords = {
  link: '与机器人对弈',
  competitions: '比赛',
  competition: '前往比赛页面',
  mark: '机器人',
  marked: (name) => `${name}（机器人）`,
};
