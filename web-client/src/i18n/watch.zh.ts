/** 观战的中文：直播墙、推荐对局、跟随棋手、嵌入其他网站的棋盘。 */

import type { WatchWords } from './watch.en';

export const watchZh: WatchWords = {
  title: '正在进行的对局',
  about: '实时棋盘。点一盘即可观战。',
  none: '目前没有公开的对局。一有人开始下，就会出现在这里。',
  more: '更多棋盘',
  elsewhere: (n) => `大厅里还有 ${n} 局。`,
  shown: (n) => `${n} 盘`,
  featured: '推荐对局',
  toWall: '全部棋盘',
  watching: (n) => `${n} 人观战`,
  fetching: '正在读取对局……',
  gone: '没有这局棋。',
  choosing: '正在猜先。',
  seats: (black, white) => `${black}（黑）对 ${white}（白）`,
  position: (moves, last) => `${moves} 手，最后一手 ${last}`,
  noMoves: '尚未落子',
  follow: (name) => `跟随 ${name}`,
  followHint: '对方开始下一盘公开对局时，本页会一同前往。',
  followEnds: '去其他页面即停止跟随',
  nextBegan: (name) => `${name} 正在下另一盘棋。`,
  goThere: '前往',
  goesSoon: (name) => `${name} 继续下棋，正在前往……`,
  stay: '留在这里',
  embed: {
    title: '在您的网页上显示此棋盘',
    hint: '棋盘会实时更新，在那里只能观看。',
    code: '可复制的 HTML',
    copy: '复制 HTML',
    copied: '已复制',
    open: '打开对局',
  },
};
