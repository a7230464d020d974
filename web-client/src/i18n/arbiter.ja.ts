/** 審判、封じ手、対局のそばでの発言の日本語。 */

import type { ArbiterWords } from './arbiter.en';

export const arbiterJa: ArbiterWords = {
  officiated: (name) => `${name} がこの対局の審判です。`,
  ruled: (name, reason) => (reason ? `審判 ${name}：${reason}` : `審判 ${name} が裁定しました。`),
  muted: (name) => `${name} はここで発言できなくなりました。`,
  unmuted: (name) => `${name} はまた発言できます。`,
  removed: (name) => `審判が ${name} を退席させました。`,
  readmitted: (name) => `${name} はまた入れます。`,
  complained: (name, text) => `${name} の申し立て：「${text}」`,
  halted: '審判が対局と時計を止めました。',
  continued: '審判が対局を再開させました。',
  charged: (name, time) => `${name} の時計から ${time} を引きました。`,
  clockSet: (name, time) => `審判が ${name} の時計を ${time} にしました。`,
  timeSplit: '審判が共有時間を分けました。残りの半分ずつです。',
  penalised: (name, time) => `時間ペナルティ：${name} から ${time}。`,
  granted: (name, time) => `${name} に ${time} を加えます。`,
  restarted: (name) => `対局をやり直します。黒は ${name} です。`,
  clocksReset: '時計は最初からです。',
  adjourned: '対局を中断します。手番の側が次の手を封じます。',
  sealed: (name) => `${name} が手を封じました。`,
  unsealed: (name) => `${name} の封じ手を開きました。`,
  confirmed: (name) => `${name} が局面を確認しました。`,
  punished: (name) => `審判が ${name} に不利な裁定をしました。`,
};
