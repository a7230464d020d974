/** The languages of the page. Each is fetched when it is wanted; a missing word does not compile. */

import type { Words } from './en';

export type { Words };

/** The languages there are, by their own names. */
export const LANGUAGE_NAMES = { en: 'English', zh: '中文', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGE_NAMES;

/** Whether a text names a language of the page. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGE_NAMES, text);
}

/** The first language of the browser's list that the page has. */
export function languageFor(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return found ?? 'en';
}

/** The value of the `lang` attribute. */
export const LANG_TAGS: Record<Language, string> = { en: 'en', zh: 'zh-Hans', ja: 'ja' };

/** The words of a language. */
export async function wordsOf(language: Language): Promise<Words> {
  switch (language) {
    case 'en':
      return (await import('./en')).en;
    case 'zh':
      return (await import('./zh')).zh;
    case 'ja':
      return (await import('./ja')).ja;
  }
}
