import { describe, expect, it } from 'vitest';
import { clockText, rulesText, stageWords } from './describe';
import { en } from './i18n/en';
import { listAfter } from './lobby';
import type { LobbyGame } from './protocol';
import { boardsOf, choiceOf, QUICK_CLOCKS, rulesOf, stagesOf, VARIANTS, variantOf, type ClockChoice } from './rules';
import { RULES } from './test-table';

describe('rules', () => {
  it.each<ClockChoice>([...QUICK_CLOCKS, { type: 'byoyomi', main_s: 60, periods: 1, period_s: 10 }])(
    'are read back as they were chosen: $type',
    (choice) => {
      expect(choiceOf(stagesOf(choice))).toEqual(choice);
    },
  );

  it('are read back as the variant they are', () => {
    for (const variant of VARIANTS) {
      expect(variantOf(rulesOf(variant, 15, { type: 'none' }))).toBe(variant);
    }
  });

  it('allow renju on 15 lines only', () => {
    expect(boardsOf('renju')).toEqual([15]);
    expect(boardsOf('freestyle')).toEqual([15, 19, 20]);
  });

  it('are said in a few words', () => {
    const stages = stagesOf({ type: 'byoyomi', main_s: 300, periods: 3, period_s: 30 });
    expect(plain(clockText(stages, en))).toBe('5 min + 3 × 30 s');
    expect(plain(clockText(null, en))).toBe('No clock');
    expect(plain(rulesText(rulesOf('standard', 19, { type: 'none' }), en))).toBe('Standard 19 × 19');
    const reading = { stage: 1, left_ms: 1, periods: 2, moves_left: 1, flagged: false };
    expect(plain(stageWords(stages ?? [], reading, en))).toBe('byo-yomi 2 × 30 s');
  });
});

describe('the lobby', () => {
  const game = (room: string, wall_ms: number): LobbyGame => ({
    room,
    phase: 'open',
    rules: RULES,
    colours: 'random',
    seats: { a: null, b: null },
    wall_ms,
  });

  it('is followed from list to change, the newest first', () => {
    const list = listAfter(null, { type: 'lobby', games: [game('x', 1), game('y', 2)], people: 2 });
    const changed: LobbyGame = { ...game('x', 1), phase: 'playing' };
    const after = listAfter(list, { type: 'lobby_change', changed: [changed, game('z', 3)], removed: ['y'], people: 4 });
    expect(after).toEqual({ games: [game('z', 3), changed], people: 4 });
  });

  it('ignores a change before the list', () => {
    expect(listAfter(null, { type: 'lobby_change', changed: [], removed: [], people: 1 })).toBeNull();
  });
});

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
