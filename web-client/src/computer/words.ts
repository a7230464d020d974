/** The words for games against the computer. They come with what needs them, and not with the first page. */

import type { Language } from '../i18n';
import { computerEn, type ComputerWords } from '../i18n/computer.en';
import { computerJa } from '../i18n/computer.ja';
import { computerZh } from '../i18n/computer.zh';

export const COMPUTER_WORDS: Record<Language, ComputerWords> = { en: computerEn, zh: computerZh, ja: computerJa };
