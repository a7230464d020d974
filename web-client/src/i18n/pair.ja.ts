/** 対局相手を探すときの日本語。 */

import type { PairWords } from './pair.en';

export const pairJa: PairWords = {
  title: 'すぐに対局',
  hint: '押すだけで、同じ規則を選んだ人と対局できます。',
  waits: '待っている人がいます',
  looking: '相手を探しています…',
  outlook: (others) =>
    others === 0 ? '今はほかに誰もいません。しばらくかかるかもしれません。' : `ほかに ${others} 人います。同じ規則を選んだ人と対局します。`,
  cancel: (preset) => `${preset} の相手探しを取り消し`,
  more: 'ほかの規則',
  fewer: '閉じる',
  gone: '対局は始まりませんでした。別のウィンドウで相手を探している場合もあります。もう一度お試しください。',
};
