/** 観戦の日本語。ライブの一覧、注目の対局、対局者の追跡、ほかのサイトに置く盤。 */

import type { WatchWords } from './watch.en';

export const watchJa: WatchWords = {
  title: '進行中の対局',
  about: 'ライブの盤です。選ぶと観戦できます。',
  none: '公開の対局は今ありません。始まればすぐここに並びます。',
  more: 'さらに盤を表示',
  elsewhere: (n) => `ロビーにあと ${n} 局あります。`,
  shown: (n) => `${n} 面`,
  featured: '注目の対局',
  toWall: 'すべての盤',
  watching: (n) => `観戦 ${n} 人`,
  fetching: '対局を読み込んでいます…',
  gone: 'この対局はありません。',
  choosing: '先後を決めています。',
  seats: (black, white) => `${black}（黒）対 ${white}（白）`,
  position: (moves, last) => `${moves} 手、最終手 ${last}`,
  noMoves: 'まだ着手なし',
  follow: (name) => `${name} を追う`,
  followHint: '次の公開対局が始まると、このページも移動します。',
  followEnds: 'ほかのページに移ると終わります',
  nextBegan: (name) => `${name} は別の対局中です。`,
  goThere: '移動する',
  goesSoon: (name) => `${name} が続けて打ちます。移動します…`,
  stay: 'ここに残る',
  embed: {
    title: 'この盤を自分のページに置く',
    hint: '盤はライブで動きます。そこでは観戦だけができます。',
    code: 'コピーする HTML',
    copy: 'HTML をコピー',
    copied: 'コピーしました',
    open: '対局を開く',
  },
};
