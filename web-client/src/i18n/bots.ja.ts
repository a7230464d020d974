/** ボットのページの日本語。 */

import type { BotsWords } from './bots.en';

export const botsJa: BotsWords = {
  title: 'ボット',
  hint: '挑戦を受けるプログラムです。押すだけで対局が始まります。',
  none: '今はボットがいません。',
  noneHint: 'ほかの人と対局するか、ご自分のエンジンをつないでください。方法はサーバーの README にあります。',
  busy: '対局数がいっぱいです。少したってからお試しください。',
  botsOnly: 'ほかのボットとだけ対局します。',
  nothing: 'ここで選べる規則がありません。',
  games: (games, most) => `${most} 局中 ${games} 局`,
  waiting: (bot) => `${bot} に聞いています…`,
  cancel: '取り消し',
  more: 'ほかの規則',
  declined: (bot) => `${bot} は対局を断りました。`,
  lapsed: (bot) => `${bot} の返事がありませんでした。`,
  failed: '対局を始められませんでした。もう一度お試しください。',
  gone: 'このボットはもういません。',
  notPlayed: 'このボットは受けません。規則や時間が合わないか、今は手がふさがっています。',
};
