/** 裁判、封棋与棋局旁发言的中文。 */

import type { ArbiterWords } from './arbiter.en';

export const arbiterZh: ArbiterWords = {
  officiated: (name) => `${name} 担任本局裁判。`,
  ruled: (name, reason) => (reason ? `裁判 ${name}：${reason}` : `裁判 ${name} 作出了判定。`),
  muted: (name) => `${name} 不能再在这里发言。`,
  unmuted: (name) => `${name} 可以重新发言。`,
  removed: (name) => `裁判已请 ${name} 离开。`,
  readmitted: (name) => `${name} 可以重新入场。`,
  complained: (name, text) => `${name} 向裁判申诉：“${text}”`,
  halted: '裁判停止对局，双方停钟。',
  continued: '裁判宣布继续对局。',
  charged: (name, time) => `${name} 的用时扣除 ${time}。`,
  clockSet: (name, time) => `裁判把 ${name} 的时钟定为 ${time}。`,
  timeSplit: '裁判平分了共用时限，双方各得剩余的一半。',
  penalised: (name, time) => `罚时：${name} 扣 ${time}。`,
  granted: (name, time) => `${name} 加 ${time}。`,
  restarted: (name) => `对局重新开始，${name} 执黑。`,
  clocksReset: '双方用时重新计算。',
  adjourned: '对局封棋，由轮走方封下一手。',
  sealed: (name) => `${name} 已封棋。`,
  unsealed: (name) => `${name} 封的一手已拆开。`,
  confirmed: (name) => `${name} 确认了局面。`,
  punished: (name) => `裁判判罚 ${name}。`,
};
