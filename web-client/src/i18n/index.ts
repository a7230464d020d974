/** The languages of the page. Each is one file; a missing word does not compile. */

import { en, type Words } from './en';
import { ja } from './ja';
import { zh } from './zh';

export type { Words };

/** The languages there are. */
export const LANGUAGES = { en, zh, ja } satisfies Record<string, Words>;
export type Language = keyof typeof LANGUAGES;

/** Whether a text names a language of the page. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** The first language of the browser's list that the page has. */
export function languageFor(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return found ?? 'en';
}

/** The value of the `lang` attribute. */
export const LANG_TAGS: Record<Language, string> = { en: 'en', zh: 'zh-Hans', ja: 'ja' };
