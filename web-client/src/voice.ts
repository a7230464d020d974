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

/** The periods of which the seconds that have passed are said; of any other those that are left. */
const SAID_BY_PASSED_MS: readonly number[] = [30_000, 60_000];

/** The number that a read-out speaks, in whole seconds, and whether they are those that are left. */
export function spokenSeconds({ elapsed_ms, left_ms }: Readout): { number: number; isLeft: boolean } {
  const isLeft = !SAID_BY_PASSED_MS.includes(elapsed_ms + left_ms);
  return { number: Math.round((isLeft ? left_ms : elapsed_ms) / 1000), isLeft };
}
