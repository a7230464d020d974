/** 已结束对局的中文：列表、棋谱与链接的二维码。 */

import type { GamesWords } from './games.en';

export const gamesZh: GamesWords = {
  link: '棋谱',
  title: '已结束的对局',
  mine: '只看我的',
  player: '棋手',
  anybody: '不限',
  preset: '规则',
  opening: '开局',
  result: '结果',
  any: '不限',
  results: { black: '黑胜', white: '白胜', draw: '和棋' },
  from: '起始日期',
  to: '截止日期',
  all: '显示全部对局',
  fetching: '正在读取对局……',
  more: '更多对局',
  shown: (n) => `已显示 ${n} 局`,
  none: '还没有下完的对局。下一盘，马上就会列在这里。',
  noneSuch: '没有符合条件的对局。请放宽条件，或显示全部对局。',
  unreachable: '暂时读取不到对局。',
  badSearch: '服务器无法按此条件查找。名字为 1 到 24 个字符。',
  retry: '重试',
  ownRules: '自定规则',
  forbidden: '禁手',
  moves: (n) => `${n} 手`,
  score: (score) => `得分 ${score}`,
  record: {
    save: '保存棋谱',
    text: '文本',
    picture: '图片',
    copy: '复制着法',
    failed: '无法复制着法，请改为保存文本。',
  },
  code: {
    show: '显示二维码',
    hide: '收起二维码',
    title: '此桌链接的二维码',
    failed: '无法生成二维码，请改为复制链接。',
  },
};
