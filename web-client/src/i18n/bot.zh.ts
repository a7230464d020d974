/** 标出机器人的用语。 */

import type { BotWords } from './bot.en';

export const botZh: BotWords = {
  mark: '机器人',
  hint: '这里是程序在下棋，不是人',
  marked: (name) => `${name}（机器人）`,
};
