/** 对局如何开始的中文：猜先、定时开局、可以核对的抽签。 */

import type { StartWords } from './start.en';

export const startZh: StartWords = {
  begun: '双方就座，正在猜先。',
  committed: (name) => `${name} 已握子。`,
  revealed: (name, number) => `${name} 握了 ${number} 颗。`,
  drawnLate: (name, number) => `${name} 没有按时亮出，服务器代抽 ${number}。`,
  drawnBad: (name, number) => `${name} 亮出的与所握不符，服务器代抽 ${number}。`,
  calls: { odd: '单', even: '双' },
  called: (name, call) => `${name} 猜${call}。`,
  calledLate: (name, call) => `${name} 没有按时猜，服务器代猜${call}。`,
  chose: (name, colour) => `${name} 执${colour.slice(0, 1)}。`,
  handed: (name) => `${name} 让对方先选。`,
  choseLate: (name, colour) => `${name} 没有按时选，定为执${colour.slice(0, 1)}。`,
  handedLate: (name) => `${name} 没有按时选，由对方选。`,
  arrived: (name) => `${name} 到场。`,
  timeFouled: (name) => `${name} 超时，犯规一次，重新读秒。`,

  beginning: '对局即将开始。',
};
