/** 共用时限、后起的钟、超时犯规与读秒的中文。 */

import type { ClockWords } from './clock.en';

export const clockZh: ClockWords = {
  shared: (time) => `共用 ${time}`,
  free: (time, then) => `先 ${time} 不走钟，之后 ${then}`,
  fouls: (clock, n) => `${clock}，超时 ${n} 次判负`,

  passes: (clock) => `${clock}，超时算停一手`,

  sharedRule: '双方共用一份时限，用完即和棋，裁判可以平分。',
  splitRule: (percent) => `双方共用一份时限，剩 ${percent}% 时自动平分，裁判可以提前平分。`,
  passRule: '最后一次读秒超时即失去这一手，读秒重新开始。开局中超时判负；中间没有落子而第十次失去一手也判负。',
  readRule: (seconds) => `每次读秒报：${seconds} 秒。`,
  freeRule: (time) => `前 ${time} 双方不走钟，之后从轮走方开始走钟。`,
  foulRule: (n) => (n === 1 ? '超时即犯规，判负。' : `超时记犯规一次，本次读秒重新开始，第 ${n} 次犯规判负。`),

  stageShared: '共用时限',
  stageFree: '共用，尚未起钟',
  foulCount: (n, most) => `犯规 ${n} 次，第 ${most} 次判负`,
  foulsOf: (n, most) => `犯规 ${n}/${most}`,

  sharedForm: '共用时限',
  perMoveForm: '每手限时',
  freeBefore: '先不走钟（分）',
  foulsThatLose: '超时几次判负',
  none: '无',
  passForm: '超时只失去一手',
  splitAt: '剩多少时自动平分（%）',
  readouts: '报时的秒数',
  readoutsUsual: '常用',
  readoutsHint: (most) => `由小到大，至多 20 个，都小于 ${most}：10 20 25`,

  readOut: '读秒报时',
  readOutHint: '用语音报秒：30 秒和 1 分钟的读秒报已过的秒数，其余报剩下的秒数。',
  seconds: (n) => `${n} 秒`,
  secondsLeft: (n) => `还剩 ${n} 秒`,
};
