/** The words of these pages, in every language. */

import type { Language } from '../i18n';
import { competitionsEn, type CompetitionsWords } from '../i18n/competitions.en';
import { competitionsJa } from '../i18n/competitions.ja';
import { competitionsZh } from '../i18n/competitions.zh';

export const TEXTS: Record<Language, CompetitionsWords> = { en: competitionsEn, zh: competitionsZh, ja: competitionsJa };

/** Why something was refused, in words. */
export function troubleText(text: CompetitionsWords, { code, message }: { code: string; message: string }): string {
  return text.codes[code] ?? (message || code);
}
