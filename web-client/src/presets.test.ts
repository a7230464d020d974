import { describe, expect, it } from 'vitest';
import { changedText, openingText, ruleLines, rulesText } from './describe-rules';
import { LANGUAGES } from './i18n/all';
import { en } from './i18n/en';
import { differences, GROUPS, likenessOf, PRESETS, rulesOf } from './presets';
import list from '../../proto/presets.json';
import { OPENING_KINDS } from './rules';

describe('the presets', () => {
  it('are all offered, each in one group', () => {
    expect(PRESETS.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
    expect(Object.values(GROUPS).flat().sort()).toEqual(list.map(({ id }) => id).sort());
  });

  it.each(PRESETS.map(({ id }) => id))('%s is known again by its rules, whatever the clock', (id) => {
    const rules = { ...rulesOf(id), clock: null };
    const found = likenessOf(rules);
    const same = found && differences({ ...rulesOf(found.id), clock: null }, rules);
    expect(same).toEqual([]);
    expect(found?.changed).toEqual(['clock']);
  });

  it('tell two editions of the same rules apart', () => {
    expect(differences(rulesOf('cn2009'), rulesOf('cn-old'))).toEqual(['edition']);
    expect(likenessOf(rulesOf('cn-old'))?.id).toBe('cn-old');
  });

  it('are known again with a value or two changed', () => {
    const rules = rulesOf('cn2013');
    expect(likenessOf({ ...rules, draws: { type: 'plain' } })).toEqual({ id: 'cn2013', changed: ['draws'] });
    expect(likenessOf({ ...rulesOf('freestyle'), board: 19 })).toEqual({ id: 'freestyle', changed: ['board'] });
    expect(likenessOf({ ...rules, opening: { type: 'sakata' } })).toBeNull();
  });

  it('differ in what was changed', () => {
    const rules = rulesOf('cn2013');
    expect(differences(rules, { ...rules, clock: null, pass: 'never' })).toEqual(['pass', 'clock']);
    // The order of fields is no difference.
    const { overline_any_time, type } = rules.adjudication as { type: 'claim'; overline_any_time: boolean };
    expect(differences(rules, { ...rules, adjudication: { type, overline_any_time } })).toEqual([]);
  });
});

describe('rules in words', () => {
  it('name the preset and what was changed', () => {
    const rules = rulesOf('cn2013');
    expect(rulesText(rules, en)).toBe('Chinese 2013');
    expect(rulesText({ ...rules, clock: null, pass: 'never' }, en)).toBe('Chinese 2013, changed: pass');
    expect(rulesText({ ...rulesOf('freestyle'), board: 19 }, en)).toBe('Freestyle 19 × 19');
    expect(rulesText({ ...rules, opening: { type: 'sakata' } }, en)).toBe('Sakata (Own rules)');
    expect(changedText({ id: 'cn2013', changed: ['clock'] }, en)).toBe('Chinese 2013, changed: clock');
  });

  it.each(Object.entries(LANGUAGES))('say every rule of every preset in %s', (_, words) => {
    for (const { id, rules } of PRESETS) {
      const lines = ruleLines(rules, words);
      expect(lines.length, id).toBeGreaterThan(6);
      expect(lines.every((line) => /[.。]$/.test(line) && !line.includes('undefined')), id).toBe(true);
    }
    const openings = OPENING_KINDS.map((opening) => openingText(opening, words));
    expect(new Set(openings).size).toBe(OPENING_KINDS.length);
  });

  it('say by which edition an arbiter goes, where it is not the usual one or there are arbiters', () => {
    expect(ruleLines(rulesOf('cn2013'), en)).not.toContain(en.law.editions.of2013);
    expect(ruleLines(rulesOf('cn2013'), en, true)).toContain(en.law.editions.of2013);
    expect(ruleLines(rulesOf('cn2009'), en)).toContain(en.law.editions.of2009);
    expect(ruleLines(rulesOf('cn-old'), en)).toContain(en.law.editions.older);
  });

  it('say what is particular to claims and strict offers', () => {
    const lines = ruleLines(rulesOf('cn2013'), en).join(' ');
    for (const part of [en.law.adjudication.claim, en.law.overlineAnyTime, en.law.strictDraws, en.law.violationRule, en.law.passes.from_move_six]) {
      expect(lines).toContain(part);
    }
    expect(ruleLines(rulesOf('rif'), en).join(' ')).not.toContain(en.law.violationRule);
  });
});
