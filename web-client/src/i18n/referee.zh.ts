import type { RefereeWords } from './referee.en';

export const refereeZh: RefereeWords = {
  suspended: '本局的部分记录已丢失。双方停钟，等待裁判判和或重赛。',
  askOperator: '请联系服务器管理员派出裁判。',
  recordLost: (records) => `本局的部分记录已丢失（${records} 条）。`,
  confirm: '确认结果',
  confirmHint: '请确认结果，或向裁判提出异议。逾时视为确认。',
  confirmWaits: '结果有待确认。',
  disputeWaits: '结果有异议，等待裁判裁定。',
  dispute: '对结果提出异议',
  accepted: (name) => `${name} 确认了结果。`,
  disputed: (name) => `${name} 对结果提出异议。`,
  settled: { both: '双方已确认结果。', time: '结果视为已确认。', arbiter: '裁判已确认结果。' },
  annulled: (name) => `${name} 的成绩作废。`,
  annulledBoth: '双方成绩作废。',
  disqualified: (name) => `${name} 被取消比赛资格。`,
  changed: '赛后由裁判更改',
  board: (label) => `${label} 台`,
  boardLabel: '台号或名称',
  boardMoved: (label) => `台号改为 ${label}。`,
  confirmRule: '双方在五分钟内确认结果，或向裁判提出异议。',
  confirmSwitch: '需要确认结果',
};
