/** 快速匹配的中文。 */

import type { PairWords } from './pair.en';

export const pairZh: PairWords = {
  title: '马上开始',
  hint: '点一下，就与选了同样规则的人对局。',
  waits: '有人在等',
  looking: '正在寻找对手……',
  outlook: (others) => (others === 0 ? '现在没有别人在线，可能要等一会儿。' : `还有 ${others} 人在线，谁选了同样的规则就与谁对局。`),
  cancel: (preset) => `取消寻找 ${preset} 的对手`,
  more: '更多',
  fewer: '收起',
  gone: '这次没有匹配成，或者您的另一个窗口正在寻找对手。请再试一次。',
};
