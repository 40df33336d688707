/** The languages of the texts. Each but English is a file of its own, which is loaded on demand. */
export const LANGUAGES = [
  'ar',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'sv',
  'tr',
  'zh-Hans',
  'zh-Hant',
] as const;

export type Language = (typeof LANGUAGES)[number];

/**
 * Returns the first of the wanted languages that is known, by language tags, the best first; English without one. A
 * region or script counts where its texts differ: `pt-BR` is not `pt`, and Chinese in Taiwan, Hong Kong and Macao is
 * written in `zh-Hant`. Norwegian tags mean Bokmål, `nb`. Needs nothing around it, because documents have its source.
 */
export const chooseLanguage = <Known extends string>(
  wanted: readonly string[],
  known: readonly Known[],
): Known | undefined => {
  for (const tag of wanted) {
    let locale: Intl.Locale;
    try {
      locale = new Intl.Locale(tag);
    } catch {
      continue;
    }
    const { language, region } = locale;
    const { script } = locale.maximize();
    const tags = [`${language}-${region}`, `${language}-${script}`, /^n[no]$/.test(language) ? 'nb' : language];
    const found = tags.map((each) => known.find((one) => one === each)).find(Boolean);
    if (found) return found;
  }
  return undefined;
};

export const languageOf = (wanted: readonly string[]): Language => chooseLanguage(wanted, LANGUAGES) ?? 'en';

/** Returns the direction in which a language is written, as in HTML; undefined for left to right. */
export const directionOf = (language: Language): 'rtl' | undefined => (/^(ar|he)$/.test(language) ? 'rtl' : undefined);
