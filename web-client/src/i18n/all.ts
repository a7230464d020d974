/** Every language at once, for tests; the page fetches the one it shows. */

import type { Language, Words } from '.';
import { en } from './en';
import { ja } from './ja';
import { zh } from './zh';

export const LANGUAGES: Record<Language, Words> = { en, zh, ja };
