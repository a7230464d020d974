import type { RefereeWords } from './referee.en';

export const refereeJa: RefereeWords = {
  suspended: 'この対局の記録の一部が失われました。審判が引き分けか再対局を裁定するまで、時計は止まります。',
  askOperator: 'サーバーの管理者に審判の派遣を頼んでください。',
  recordLost: (records) => `この対局の記録の一部が失われました（${records} 件）。`,
  confirm: '結果を確認',
  confirmHint: '結果を確認するか、審判に異議を申し立ててください。時間が過ぎると確認したものとみなされます。',
  confirmWaits: '結果は確認待ちです。',
  disputeWaits: '結果に異議があります。審判が裁定します。',
  dispute: '結果に異議を申し立てる',
  accepted: (name) => `${name} が結果を確認しました。`,
  disputed: (name) => `${name} が結果に異議を申し立てました。`,
  settled: { both: '二人が結果を確認しました。', time: '結果は確認されたものとみなされます。', arbiter: '審判が結果を確認しました。' },
  annulled: (name) => `${name} の成績は無効になりました。`,
  annulledBoth: '二人の成績は無効になりました。',
  disqualified: (name) => `${name} は失格になりました。`,
  changed: '終局後に審判が変更',
  board: (label) => `${label} 番盤`,
  boardLabel: '盤の番号か名前',
  boardMoved: (label) => `盤の番号が ${label} に変わりました。`,
  confirmRule: '五分以内に結果を確認するか、審判に異議を申し立てます。',
  confirmSwitch: '結果を確認する',
};
