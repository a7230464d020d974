import { describe, expect, it } from 'vitest';
import { openingName, stepText, zoneText } from './describe-steps';
import { LANGUAGES } from './i18n/all';
import { en } from './i18n/en';
import { ja } from './i18n/ja';
import { zh } from './i18n/zh';
import { eventNotice, noticesText } from './notice';
import { OPENINGS } from './openings';
import { linesOf } from './position';
import type { GameEvent } from './protocol';
import { gameEvent, known, movesOf, placed } from './test-table';

describe('the name of an opening', () => {
  it('is in the language of the page', () => {
    const [, keigetsu] = OPENINGS;
    expect(keigetsu && [en, zh, ja].map((words) => openingName(keigetsu, words))).toEqual(['D2 Keigetsu', 'D2 溪月', 'D2 渓月']);
  });
});

describe('where a stone may stand', () => {
  it.each([
    [null, 'anywhere'],
    [{ from: 'h8', to: 'h8', inside: true }, 'in the centre'],
    [{ from: 'd4', to: 'l12', inside: true }, 'inside the marked 9 × 9'],
    [{ from: 'e5', to: 'k11', inside: false }, 'outside the marked 7 × 7'],
    [{ from: 'a9', to: 'o15', inside: true }, 'on the marked side'],
  ])('%j is %s', (zone, text) => {
    expect(zoneText(zone, en)).toBe(text);
  });
});

describe('a step', () => {
  it('is said in a few words', () => {
    const moves = movesOf(
      { type: 'stone', stone: 'black', point: 'h8' },
      { type: 'chose', choice: 'swap' },
      { type: 'announced', number: 2 },
      { type: 'showed', points: ['g8', 'j7'] },
      { type: 'kept', point: 'j7' },
      { type: 'pass' },
    );
    expect(linesOf([], moves).map((line) => stepText(line, en))).toEqual(['H8', 'swaps colours', 'n = 2', 'shows G8 J7', 'J7 (not G8)', 'Pass']);
    expect(linesOf([], moves).map((line) => stepText(line, zh))).toEqual(['H8', '交换', '2 打', '打点 G8 J7', 'J7 (去 G8)', '停一手']);
  });
});

describe('what happened last', () => {
  it('is told where the state of the game does not tell it', () => {
    const events: GameEvent[] = [
      { type: 'claim_failed', seat: 'b', point: 'j8' },
      { type: 'violated', seat: 'b', violation: 'wrong_claims' },
    ];
    expect(noticesText(known(), events.map(gameEvent), en)).toBe('Bo’s claim was wrong: J8 was not forbidden. Violation by Bo: wrong claims. A second one loses.');
    expect(noticesText(known(), [placed('a', 'black', 'h8'), { type: 'rematch_declined', seat: 'a' }], en)).toBeNull();
  });

  it('is told in every language', () => {
    const events: GameEvent[] = [
      { type: 'draw_offer_dropped', seat: 'b' },
      { type: 'draw_declined', seat: 'b' },
      { type: 'denied', seat: 'b' },
      { type: 'taken_back', moves: 1 },
      { type: 'arrived', seat: 'b' },
      { type: 'time_fouled', seat: 'b' },
      { type: 'halted' },
      { type: 'continued', charged_ms: { a: 0, b: 90_000 } },
      { type: 'clock_set', seat: 'a', left_ms: 60_000 },
      { type: 'time_split' },
      { type: 'time_penalised', seat: 'a', minus_ms: 60_000, plus_ms: 60_000 },
      { type: 'restarted', black: 'b', clocks_reset: true },
      { type: 'punished', seat: 'a' },
      { type: 'time_given', seat: 'a', ms: 15_000 },
    ];
    for (const words of Object.values(LANGUAGES)) {
      for (const event of events) {
        expect(eventNotice(known(), gameEvent(event), words)).toMatch(/[.。]$/);
      }
    }
    // The one sentence has it.
    expect(noticesText(known(), [gameEvent({ type: 'halted' })], en)).toBeNull();
    expect(noticesText(known(), [gameEvent({ type: 'paused' }), gameEvent({ type: 'asked', seat: 'a', favour: 'pause' })], en)).toBeNull();
  });
});
