/** 終わった対局の日本語。一覧、棋譜、リンクの QR コード。 */

import type { GamesWords } from './games.en';

export const gamesJa: GamesWords = {
  link: '棋譜',
  title: '終わった対局',
  mine: '自分の対局だけ',
  player: '対局者',
  anybody: '指定なし',
  preset: '規則',
  opening: '珠型',
  result: '結果',
  any: '指定なし',
  results: { black: '黒の勝ち', white: '白の勝ち', draw: '引き分け' },
  from: '開始日',
  to: '終了日',
  all: 'すべての対局を表示',
  fetching: '対局を読み込んでいます…',
  more: 'さらに表示',
  shown: (n) => `${n} 局を表示中`,
  none: '終わった対局はまだありません。一局打てば、すぐここに載ります。',
  noneSuch: '条件に合う対局はありません。条件を減らすか、すべての対局を表示してください。',
  unreachable: '対局を読み込めませんでした。',
  badSearch: 'この条件では検索できません。名前は 1～24 文字です。',
  retry: 'もう一度試す',
  ownRules: '独自の規則',
  forbidden: '禁手',
  moves: (n) => `${n} 手`,
  score: (score) => `得点 ${score}`,
  record: {
    save: '棋譜を保存',
    text: 'テキスト',
    picture: '画像',
    copy: '着手をコピー',
    failed: 'コピーできませんでした。代わりにテキストを保存してください。',
  },
  code: {
    show: 'QR コードを表示',
    hide: 'QR コードを隠す',
    title: 'この対局へのリンクの QR コード',
    failed: 'QR コードを作れませんでした。代わりにリンクをコピーしてください。',
  },
};
