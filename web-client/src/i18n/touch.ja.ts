/** タッチ操作の日本語。 */

import type { TouchWords } from './touch.en';

export const touchJa: TouchWords = {
  vibration: '振動',
  vibrationHint: '自分の番と、残り時間が少ないとき。',
  hold: '盤を長押しすると着点が拡大され、指を離すと選べます。',
};
