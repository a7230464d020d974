/** 对局旁谈话的中文。 */

import type { TalkWords } from './talk.en';

export const talkZh: TalkWords = {
  title: '聊天',
  unread: '有新消息',
  nothing: '还没有人说话。',
  say: '说点什么',
  send: '发送',
  toPlayers: '对手、裁判和观众都能看到。',
  toSpectators: '对局进行时，棋手看不到观众的话。',
  toAll: '在场的人都能看到。',
  roles: { player: '棋手', arbiter: '裁判', spectator: '观众' },
  hide: (name) => `不看 ${name} 说的话`,
  hidden: (name) => `${name} 的话已隐藏`,
  show: '重新显示',
};
