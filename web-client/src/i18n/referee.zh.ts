import type { RefereeWords } from './referee.en';

export const refereeZh: RefereeWords = {
  suspended: '本局的部分记录已丢失。双方停钟，等待裁判判和或重赛。',
  askOperator: '请联系服务器管理员派出裁判。',
  recordLost: (records) => `本局的部分记录已丢失（${records} 条）。`,
};
