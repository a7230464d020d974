/** 対局の傍らでの会話の日本語。 */

import type { TalkWords } from './talk.en';

export const talkJa: TalkWords = {
  title: '会話',
  unread: '新着あり',
  nothing: 'まだ発言がありません。',
  say: '発言する',
  send: '送る',
  toPlayers: '相手、審判、観戦者が読みます。',
  toSpectators: '対局中、観戦者の発言は対局者には見えません。',
  toAll: 'ここにいる全員が読みます。',
  roles: { player: '対局者', arbiter: '審判', spectator: '観戦者' },
  hide: (name) => `${name} の発言を隠す`,
  hidden: (name) => `${name} の発言は隠れています`,
  show: 'また表示',
};
