import { describe, expect, it } from 'vitest';
import { COMPUTER_WORDS } from './words';
import { LEVEL_USUAL, levelFor } from './level';

describe('the words for the computer', () => {
  const { en, zh, ja } = COMPUTER_WORDS;

  it.each(['en', 'zh', 'ja'] as const)('%s has a name and a line for each level', (language) => {
    const { levels, abouts } = COMPUTER_WORDS[language];
    expect([new Set(levels).size, new Set(abouts).size]).toEqual([5, 5]);
  });

  it('are translated throughout, and none is empty', () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      for (const words of [zh, ja]) {
        expect([words[key]].flat().every((text) => text.trim() !== ''), key).toBe(true);
        expect(words[key], key).not.toEqual(en[key]);
      }
    }
  });
});

describe('the level that is offered', () => {
  const computers = [1, 2, 3, 4, 5].map((level) => ({ person: { id: `c${level}`, name: `C${level}` }, level }));

  it('is the one that was chosen last, if there is such a computer', () => {
    expect(levelFor(4, computers)?.person.id).toBe('c4');
    expect(levelFor(9, computers)?.level).toBe(LEVEL_USUAL);
    expect(levelFor(null, computers)?.level).toBe(LEVEL_USUAL);
    expect(levelFor(5, computers.slice(0, 1))?.level).toBe(1);
    expect(levelFor(1, [])).toBeNull();
  });
});
