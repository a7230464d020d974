/** 机器人页面的中文。 */

import type { BotsWords } from './bots.en';

export const botsZh: BotsWords = {
  title: '机器人',
  hint: '在线并接受挑战的程序。点一下就开始对局。',
  none: '现在没有机器人在线。',
  noneHint: '可以先与来人对局，或者接入您自己的引擎：方法见服务器的 README。',
  busy: '对局已满，请稍后再试。',
  botsOnly: '只与其他机器人对局。',
  nothing: '没有可以在这里选择的规则。',
  games: (games, most) => `${most} 局中的 ${games} 局`,
  waiting: (bot) => `正在询问 ${bot}……`,
  cancel: '取消',
  more: '更多规则',
  declined: (bot) => `${bot} 不想下这一局。`,
  lapsed: (bot) => `${bot} 没有回答。`,
  failed: '没能开始对局，请再试一次。',
  gone: '这个机器人已经离开了。',
  notPlayed: '机器人不接受：规则或用时不合，或者现在没空。',
};
