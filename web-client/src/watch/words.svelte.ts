/** The words of the pages for watching. They are fetched with what shows them, and not with the first page. */

import type { Language } from '../i18n';
import type { WatchWords } from '../i18n/watch.en';
import { settings } from '../settings.svelte';

export type { WatchWords };

/** The words of a language. */
export async function watchWordsOf(language: Language): Promise<WatchWords> {
  switch (language) {
    case 'en':
      return (await import('../i18n/watch.en')).watchEn;
    case 'zh':
      return (await import('../i18n/watch.zh')).watchZh;
    case 'ja':
      return (await import('../i18n/watch.ja')).watchJa;
  }
}

/** The words of the chosen language, for one component; nothing until they are there. */
export class LateWords {
  current = $state.raw<WatchWords | null>(null);

  constructor() {
    $effect(() => {
      const { language } = settings;
      // Without them the last ones stay.
      void watchWordsOf(language).then((words) => language === settings.language && (this.current = words), () => undefined);
    });
  }
}
