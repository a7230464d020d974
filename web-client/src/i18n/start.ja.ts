/** 対局の始まりの日本語：握り、開始時刻、確かめられるくじ。 */

import type { StartWords } from './start.en';

export const startJa: StartWords = {
  begun: '二人が揃いました。先後を決めます。',
  committed: (name) => `${name} が石を握りました。`,
  revealed: (name, number) => `${name} が握ったのは ${number} 個です。`,
  drawnLate: (name, number) => `${name} は時間までに示しませんでした。サーバーが ${number} を引きました。`,
  drawnBad: (name, number) => `${name} の示した数は握った数と違います。サーバーが ${number} を引きました。`,
  calls: { odd: '奇数', even: '偶数' },
  called: (name, call) => `${name} は${call}と言いました。`,
  calledLate: (name, call) => `${name} は時間までに言いませんでした。サーバーが${call}としました。`,
  chose: (name, colour) => `${name} が${colour}を取ります。`,
  handed: (name) => `${name} は相手に選ばせます。`,
  choseLate: (name, colour) => `${name} は時間までに選ばず、${colour}になります。`,
  handedLate: (name) => `${name} は時間までに選ばず、相手が選びます。`,
  arrived: (name) => `${name} が来ました。`,
  timeFouled: (name) => `${name} は時間切れ。反則一回で、秒読みはやり直しです。`,

  beginning: 'まもなく対局が始まります。',
};
