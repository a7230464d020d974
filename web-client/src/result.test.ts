import { describe, expect, it } from 'vitest';
import { en } from './i18n/en';
import type { Outcome, Score } from './protocol';
import { resultText } from './result';
import { known } from './test-table';

describe('how a game ended', () => {
  it('is a win or a loss that the arbiter ruled', () => {
    expect(say('loss', 'win', 'a')).toBe('You lose · ruled by the arbiter');
    expect(say('loss', 'win', null)).toBe('White wins · ruled by the arbiter');
  });

  it('is a loss for both', () => {
    expect(say('loss', 'loss', null)).toBe('Both lose · ruled by the arbiter');
    expect(say('loss', 'loss', 'b')).toBe('You lose · ruled by the arbiter');
  });

  it('leaves the opponent of somebody punished after a draw what they had', () => {
    expect(say('draw', 'loss', 'a', { type: 'agreement' })).toBe('Bo loses as a penalty · a draw for the opponent · by agreement');
    expect(say('loss', 'draw', null, { type: 'full_board' })).toContain('Ann loses as a penalty');
  });
});

function say(a: Score, b: Score, seat: 'a' | 'b' | null, reason: Outcome['reason'] = { type: 'ruled' }): string {
  return resultText(known(), { reason, scores: { a, b } }, seat, en);
}
