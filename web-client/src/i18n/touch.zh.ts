/** 触屏操作的中文。 */

import type { TouchWords } from './touch.en';

export const touchZh: TouchWords = {
  vibration: '振动',
  vibrationHint: '轮到您时，以及时间不多时。',
  hold: '按住棋盘可放大落点，抬起手指即选定。',
};
