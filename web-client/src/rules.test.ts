import { describe, expect, it } from 'vitest';
import { clockLines, clockText, foulWords, spokenClock, stageWords } from './describe';
import { clockKind } from './describe-rules';
import { en } from './i18n/en';
import { rulesOf } from './presets';
import type { Opening, Rules } from './protocol';
import { choiceOf, clockIn, clockOf, extrasOf, NO_EXTRAS, OPENING_KINDS, withChange, type ClockChoice } from './rules';
import { RULES } from './test-table';

describe('clocks', () => {
  it.each<ClockChoice>([
    { type: 'sudden_death', main_s: 180 },
    { type: 'fischer', main_s: 300, increment_s: 5 },
    { type: 'delay', main_s: 300, increment_s: 3 },
    { type: 'give_back', main_s: 300, increment_s: 3 },
    { type: 'byoyomi', main_s: 60, periods: 1, period_s: 10 },
    { type: 'quota', main_s: 60, moves: 10, period_s: 300 },
    { type: 'per_move', periods: 3, period_s: 30 },
    { type: 'shared', main_s: 7200 },
  ])('are read back as they were chosen: $type', (choice) => {
    expect(choiceOf(clockOf(choice))).toEqual(choice);
  });

  it('are read back with a pass for being out of time, read-outs and a share at which they split', () => {
    const extras = { ...NO_EXTRAS, forced_pass: true, readouts: [10, 20], fouls: 2, split_percent: 25 };
    const period = clockOf({ type: 'per_move', periods: 1, period_s: 30 }, extras);
    expect(period).toEqual(clockIn('1x30s pass read 10 20'));
    expect(extrasOf(period)).toEqual({ ...NO_EXTRAS, forced_pass: true, readouts: [10, 20] });
    expect(clockOf({ type: 'sudden_death', main_s: 60 }, extras)).toEqual(clockIn('60s fouls 2'));
    expect(clockOf({ type: 'shared', main_s: 7200 }, extras)).toEqual(clockIn('shared 2h split 25%'));
    expect(extrasOf(clockIn('shared 2h split 25%'))).toEqual({ ...NO_EXTRAS, split_percent: 25 });
  });

  it('are read back with what goes before them, and the fouls', () => {
    const clock = clockOf({ type: 'per_move', periods: 1, period_s: 30 }, { ...NO_EXTRAS, free_s: 1800, fouls: 2 });
    expect(clock).toEqual(clockIn('free 30m 1x30s fouls 2'));
    expect(extrasOf(clock)).toEqual({ ...NO_EXTRAS, free_s: 1800, fouls: 2 });
    expect(extrasOf(clockIn('shared 2h'))).toEqual(NO_EXTRAS);
    expect(extrasOf(null)).toEqual(NO_EXTRAS);
  });

  it('have no form of their own with more stages', () => {
    expect(choiceOf(null)).toBeNull();
    for (const notation of ['10m/40 30m', '5m+5s 3x30s', '5m 1m', '5m 3m 3x30s']) {
      expect(choiceOf(clockIn(notation)), notation).toBeNull();
    }
  });

  it.each([
    ['5m 3x30s', '5 min + 3 × 30 s', 'byo-yomi'],
    ['20m 1x60s', '20 min + 1 × 1 min', 'byo-yomi'],
    ['15m+10s', '15 min + 10 s', 'increment'],
    ['5m~3s', '5 min, 3 s delay', 'delay'],
    ['5m^3s', '5 min, 3 s give-back', 'give-back'],
    ['10m/40 30m', '40 moves in 10 min + 30 min', null],
    ['shared 2h', '120 min shared', 'shared time'],
    ['free 30m 15m', '30 min without clocks, then 15 min', 'sudden death'],
    ['1x30s fouls 2', '1 × 30 s, 2 time fouls lose', 'byo-yomi'],
    ['20m 3x30s pass', '20 min + 3 × 30 s, out of time is a pass', 'byo-yomi'],
  ])('%s is said in a few words', (notation, text, kind) => {
    expect(plain(clockText(clockIn(notation), en))).toBe(text);
    expect(clockKind(clockIn(notation), en)).toBe(kind);
  });

  it('are said while they run', () => {
    const reading = { stage: 1, left_ms: 1, periods: 2, moves_left: 1, flagged: false, isShared: false, fouls: 0 };
    expect(plain(stageWords(clockIn('5m 3x30s'), reading, en))).toBe('byo-yomi 2 × 30 s');
    const fouled = [clockIn('5m 3x30s fouls 3'), { ...reading, fouls: 1 }, en] as const;
    expect(foulWords(...fouled)).toBe('1 foul, the 3rd loses');
    expect(plain(spokenClock(...fouled))).toBe('0.0, byo-yomi 2 × 30 s, 1 foul, the 3rd loses');
    expect(foulWords(clockIn('5m 3x30s fouls 3'), reading, en)).toBeNull();
    expect(stageWords(clockIn('shared 2h'), { ...reading, isShared: true }, en)).toBe('shared');
    expect(stageWords(clockIn('free 30m 15m'), { ...reading, isShared: true }, en)).toBe('shared, before the clocks');
    expect(plain(clockText(null, en))).toBe('No clock');
  });

  it('say what is particular to them', () => {
    expect(clockLines(clockIn('5m'), en)).toEqual([]);
    expect(clockLines(clockIn('shared 2h'), en)).toEqual([en.clocks.sharedRule]);
    expect(clockLines(clockIn('free 30m 1x30s fouls 2'), en).map(plain)).toEqual([
      'For 30 min nobody’s clock runs; then the clocks begin, with whoever is to move.',
      'Being out of time is a foul, and the period begins again; the 2nd foul loses.',
    ]);
  });
});

describe('changing a rule changes what no longer goes with it', () => {
  const renju = rulesOf('cn2013');

  it('forbidden moves and the openings of renju need 15 lines', () => {
    const wide = withChange(renju, { board: 19 });
    expect(wide).toMatchObject({ board: 19, forbidden: 'nobody', adjudication: { type: 'auto' }, five: 'exactly_five', opening: { type: 'free' } });
    expect(withChange(wide, { forbidden: 'black' })).toMatchObject({ board: 15, five: 'renju' });
    expect(withChange(wide, { opening: { type: 'tarannikov' } }).board).toBe(15);
    expect(withChange(wide, { opening: { type: 'swap2' } }).board).toBe(19);
  });

  it('a board of 20 lines has no centre', () => {
    const pro = withChange(RULES, { opening: { type: 'pro' } });
    expect(withChange(pro, { board: 19 }).opening.type).toBe('pro');
    expect(withChange(pro, { board: 20 }).opening.type).toBe('free');
    expect(withChange({ ...RULES, board: 20 }, { opening: { type: 'long_pro' } }).board).toBe(15);
  });

  it('whom forbidden moves bind says which rows win, and the other way round', () => {
    expect(withChange(RULES, { forbidden: 'both' }).five).toBe('exactly_five');
    expect(withChange(RULES, { five: 'renju' }).forbidden).toBe('black');
    expect(withChange(renju, { five: 'five_or_more' })).toMatchObject({ forbidden: 'nobody', adjudication: { type: 'auto' } });
    expect(withChange(RULES, { adjudication: { type: 'block' } })).toMatchObject({ forbidden: 'black', five: 'renju' });
  });

  it('whatever is changed, the server takes it', () => {
    const changes: Partial<Rules>[] = [
      ...[15, 19, 20].map((board) => ({ board })),
      ...(['nobody', 'black', 'both'] as const).map((forbidden) => ({ forbidden })),
      ...(['five_or_more', 'exactly_five', 'renju'] as const).map((five) => ({ five })),
      ...OPENING_KINDS.map((opening: Opening) => ({ opening })),
    ];
    for (const one of changes) {
      for (const other of changes) {
        const rules = withChange(withChange(RULES, one), other);
        const isRenju = rules.five === 'renju' ? rules.forbidden === 'black' : true;
        const goes = rules.forbidden === 'nobody' ? rules.adjudication.type === 'auto' : rules.board === 15;
        expect(isRenju && goes, JSON.stringify([one, other])).toBe(true);
        expect(rules).toMatchObject(other);
      }
    }
  });
});

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
