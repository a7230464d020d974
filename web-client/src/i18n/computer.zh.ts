/** 与电脑对局的中文。 */

import type { ComputerWords } from './computer.en';

export const computerZh: ComputerWords = {
  title: '与电脑对局',
  meanwhile: '边等边与电脑下一盘',
  hint: '随叫随到，会下所有规则，输了也不介意。',
  meanwhileHint: '寻找对手不会中断。有人来时，这盘棋自动放弃，你与对手的对局随即开始。',
  level: '水平',
  levels: ['温和', '简单', '业余', '较强', '大师'],
  abouts: ['看得见五连和冲四，像初学者一样会有疏漏。', '向前看两手。', '向前看几手，会短的连冲四取胜。', '看得更远，能找到很长的连冲四取胜。', '全力以赴。'],
  rules: '规则',
  play: '开始',
  starting: '正在开始……',
  invite: '邀请电脑',
  inviteHint: '还没有人来？让电脑坐到空位上。',
  invited: '已邀请，电脑这就来……',
  looking: '正在寻找对手',
  stop: '停止寻找',
};
