import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './i18n/all';
import { en } from './i18n/en';
import { ja } from './i18n/ja';
import { OPENED } from './test-table';
import { AHEAD_MAX_DAYS, fieldOf, isGoodStart, leftText, momentOf, nextHour, startOf, whenText } from './when';

const MINUTE = 60_000;
const NOON = new Date(2026, 10, 30, 12, 0).getTime();

describe('when a game begins', () => {
  it('follows from when the table was opened', () => {
    const start = { type: 'scheduled', after_ms: 90 * MINUTE, late_ms: 15 * MINUTE } as const;
    expect(startOf({ ...OPENED, wall_ms: NOON, rules: { ...OPENED.rules, start } })).toBe(NOON + 90 * MINUTE);
    expect(startOf(OPENED)).toBeNull();
  });

  it('is said in the language of the page', () => {
    for (const words of Object.values(LANGUAGES)) {
      expect(whenText(NOON, words, NOON - 24 * 60 * MINUTE)).toMatch(/2026.*12:00|12:00.*2026/);
      expect(whenText(NOON, words, NOON + MINUTE)).toMatch(/^\D*12:00\D*$/);
    }
  });

  it('is typed in the zone of the browser', () => {
    expect(fieldOf(NOON)).toBe('2026-11-30T12:00');
    expect(momentOf('2026-11-30T12:00')).toBe(NOON);
    expect(momentOf('')).toBeNull();
    expect(momentOf('tomorrow')).toBeNull();
  });

  it('is still to come, and lateness has bounds', () => {
    expect(isGoodStart({ at: NOON, late_min: 15 }, NOON - 1)).toBe(true);
    expect(isGoodStart({ at: NOON, late_min: 15 }, NOON)).toBe(false);
    expect(isGoodStart({ at: NOON, late_min: 15 }, NOON - AHEAD_MAX_DAYS * 24 * 60 * MINUTE)).toBe(true);
    expect(isGoodStart({ at: NOON, late_min: 15 }, NOON - AHEAD_MAX_DAYS * 24 * 60 * MINUTE - 1)).toBe(false);
    for (const start of [{ at: null, late_min: 15 }, { at: NOON, late_min: null }, { at: NOON, late_min: 0 }, { at: NOON, late_min: 1.5 }, { at: NOON, late_min: 241 }]) {
      expect(isGoodStart(start, NOON - 1)).toBe(false);
    }
  });

  it('is the next full hour, if nobody says otherwise', () => {
    expect(nextHour(NOON)).toBe(NOON + 60 * MINUTE);
    expect(nextHour(NOON + 31 * MINUTE)).toBe(NOON + 120 * MINUTE);
  });

  it.each([
    [3 * 86_400_000, '3 days'],
    [30 * 3_600_000, '30 h 00 min'],
    [125 * MINUTE, '2 h 05 min'],
    [12 * MINUTE + 2001, '12:03'],
    [MINUTE, '1:00'],
    [41_001, '42 s'],
    [0, '0 s'],
    [-5, '0 s'],
  ])('is %i ms away: %s', (ms, text) => {
    expect(leftText(ms, en).replaceAll('\u00a0', ' ')).toBe(text);
    expect(leftText(ms, ja)).not.toBe('');
  });
});
