import { describe, expect, it } from 'vitest';
import { LANGUAGE_NAMES, languageFor, wordsOf } from '.';
import { LANGUAGES } from './all';
import { watchEn } from './watch.en';
import { watchJa } from './watch.ja';
import { watchZh } from './watch.zh';

/** What is fetched with the pages for watching. */
const WATCH = { en: watchEn, zh: watchZh, ja: watchJa };

type Tree = Record<string, unknown>;

/** Every word of a language by its path, functions called with some words. */
function flatten(words: Tree, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    const at = path ? `${path}.${key}` : key;
    if (typeof value === 'function') {
      return [[at, String((value as (...args: unknown[]) => unknown)('Xx', 'Yy', 'Zz'))]];
    }
    return typeof value === 'string' ? [[at, value]] : flatten(value as Tree, at);
  });
}

describe('the words of the page', () => {
  const english = new Map(flatten(LANGUAGES.en as unknown as Tree));

  it.each(Object.entries(LANGUAGES))('%s has all of them, and none is empty', (_, words) => {
    const there = new Map(flatten(words as unknown as Tree));
    expect([...there.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of there) {
      expect(text.trim(), path).not.toBe('');
    }
  });

  it.each(['zh', 'ja'] as const)('%s is translated throughout', (language) => {
    const same = flatten(LANGUAGES[language] as unknown as Tree).filter(([path, text]) => english.get(path) === text);
    expect(same.map(([path]) => path)).toEqual(['versus']);
  });

  it.each(Object.entries(LANGUAGES))('%s is fetched by its name', async (language, words) => {
    expect(await wordsOf(language as keyof typeof LANGUAGE_NAMES)).toBe(words);
    expect(LANGUAGE_NAMES).toHaveProperty(language);
  });

  it('are chosen by the browser’s wishes', () => {
    expect(languageFor(['fr-FR', 'zh-TW', 'en'])).toBe('zh');
    expect(languageFor(['ja'])).toBe('ja');
    expect(languageFor(['fr', 'de'])).toBe('en');
    expect(languageFor([])).toBe('en');
  });
});

describe('the words for watching', () => {
  const english = new Map(flatten(WATCH.en));

  it.each(['zh', 'ja'] as const)('%s has all of them, translated', (language) => {
    const there = flatten(WATCH[language]);
    expect(there.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    expect(there.filter(([path, text]) => text.trim() === '' || english.get(path) === text)).toEqual([]);
  });
});
