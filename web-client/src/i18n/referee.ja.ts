import type { RefereeWords } from './referee.en';

export const refereeJa: RefereeWords = {
  suspended: 'この対局の記録の一部が失われました。審判が引き分けか再対局を裁定するまで、時計は止まります。',
  askOperator: 'サーバーの管理者に審判の派遣を頼んでください。',
  recordLost: (records) => `この対局の記録の一部が失われました（${records} 件）。`,
};
