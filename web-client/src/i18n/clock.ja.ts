/** 共有時間、後から動く時計、時間の反則、秒読みの声の日本語。 */

import type { ClockWords } from './clock.en';

export const clockJa: ClockWords = {
  shared: (time) => `共有 ${time}`,
  free: (time, then) => `${time}は時計なし、その後 ${then}`,
  fouls: (clock, n) => `${clock}、時間の反則 ${n} 回で負け`,

  passes: (clock) => `${clock}、時間切れはパス`,

  sharedRule: '二人で一つの時間を使い、なくなれば引き分け。審判は分けることができる。',
  splitRule: (percent) => `二人で一つの時間を使い、残り ${percent}% になると半分ずつに分かれる。審判はその前に分けることができる。`,
  passRule: '最後の秒読みの時間切れは手番を失い、秒読みはやり直し。開局中は負け。石を置かずに十回目に失っても負け。',
  readRule: (seconds) => `秒読みのたびに読み上げる：${seconds} 秒。`,
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
  passForm: '時間切れは手番を失うだけ',
  splitAt: '残りがこれだけで分かれる（%）',
  readouts: '読み上げる秒',
  readoutsUsual: '標準',
  readoutsHint: (most) => `小さい順に 20 個まで、どれも ${most} より小さく：10 20 25`,

  readOut: '秒読みの声',
  readOutHint: '30 秒と 1 分の秒読みでは過ぎた秒数を、ほかでは残りの秒数を声で読み上げます。',
  seconds: (n) => `${n} 秒です`,
  secondsLeft: (n) => `残り ${n} 秒です`,
};
