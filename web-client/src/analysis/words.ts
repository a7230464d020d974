/** The words of the analysis board, which are fetched with it. */

import type { Language } from '../i18n';
import type { AnalysisWords } from '../i18n/analysis.en';

/** The words in a language. */
export async function analysisWordsOf(language: Language): Promise<AnalysisWords> {
  switch (language) {
    case 'en':
      return (await import('../i18n/analysis.en')).analysisEn;
    case 'zh':
      return (await import('../i18n/analysis.zh')).analysisZh;
    case 'ja':
      return (await import('../i18n/analysis.ja')).analysisJa;
  }
}
