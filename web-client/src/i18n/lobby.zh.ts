import type { lobbyEn } from './lobby.en';

export const lobbyZh: typeof lobbyEn = {
  rules: '规则',
  all: '全部',
  newer: '较新',
  older: '较早',
  range: (from, to, all) => `第 ${from}–${to} 局，共 ${all} 局`,
  none: '目前没有这种规则的对局。',
  unreachable: '暂时无法取得对局页面，请稍后再试。',
  nav: (list) => `${list}：翻页`,
};
