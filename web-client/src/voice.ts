/** The browser's own voice, for the read-out of byo-yomi. Silent where there is none. */

import type { Language } from './i18n';
import type { Readout } from './protocol';

/** The voices of the page's languages. */
const VOICES: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN', ja: 'ja-JP' };
/** A number is over before the next one. */
const RATE = 1.2;

/** Says something at once, whatever was being said. */
export function speak(text: string, language: Language): void {
  if (!('speechSynthesis' in globalThis)) {
    return;
  }
  const saying = new SpeechSynthesisUtterance(text);
  saying.lang = VOICES[language];
  saying.rate = RATE;
  speechSynthesis.cancel();
  speechSynthesis.speak(saying);
}

/** The number that a read-out speaks: whole seconds that have passed. */
export function spokenSeconds({ elapsed_ms }: Readout): number {
  return Math.round(elapsed_ms / 1000);
}
