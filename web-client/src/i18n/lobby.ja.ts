import type { lobbyEn } from './lobby.en';

export const lobbyJa: typeof lobbyEn = {
  rules: 'ルール',
  all: 'すべて',
  newer: '新しい対局',
  older: '前の対局',
  range: (from, to, all) => `${all} 局中 ${from}–${to}`,
  none: 'このルールの対局は今ありません。',
  unreachable: '対局のページを取得できません。少し待ってからもう一度お試しください。',
  nav: (list) => `${list}のページ`,
};
