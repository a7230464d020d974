/** 共有時間、後から動く時計、時間の反則、秒読みの声の日本語。 */

import type { ClockWords } from './clock.en';

export const clockJa: ClockWords = {
  shared: (time) => `共有 ${time}`,
  free: (time, then) => `${time}は時計なし、その後 ${then}`,
  fouls: (clock, n) => `${clock}、時間の反則 ${n} 回で負け`,

  sharedRule: '二人で一つの時間を使い、なくなれば引き分け。審判は分けることができる。',
  freeRule: (time) => `初めの ${time}は誰の時計も動かず、その後は手番の側から動く。`,
  foulRule: (n) => (n === 1 ? '時間切れは反則で負け。' : `時間切れは反則で、秒読みはやり直し。${n} 回目の反則で負け。`),

  stageShared: '共有時間',
  stageFree: '共有、時計はまだ',
  foulCount: (n, most) => `反則 ${n} 回、${most} 回目で負け`,
  foulsOf: (n, most) => `反則 ${n}/${most}`,

  sharedForm: '共有時間',
  perMoveForm: '一手ごとの時間',
  freeBefore: '先に時計なし（分）',
  foulsThatLose: '負けになる時間の反則',
  none: 'なし',

  readOut: '秒読みの声',
  readOutHint: '30 秒と 1 分の秒読みでは過ぎた秒数を、ほかでは残りの秒数を声で読み上げます。',
  seconds: (n) => `${n} 秒です`,
  secondsLeft: (n) => `残り ${n} 秒です`,
};
