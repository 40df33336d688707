import { preferred } from '../../http/preferred.ts';
import type { InvoiceWords } from './en/invoice.ts';
import { invoiceWords } from './invoice-words.ts';

/**
 * One language for everything on a document: its words, and a locale of the same language for amounts, dates and
 * countries.
 */
export interface DocumentLanguage {
  /** For example `de-AT`: the words of German, the formats of Austria. */
  readonly locale: string;
  readonly words: InvoiceWords;
}

/**
 * The language of a document: the first that an `Accept-Language` header prefers and that there are words for, given as
 * a tag (`fr`, `en-GB`) or by its English name (`French`); US English otherwise.
 */
export const documentLanguage = (acceptLanguage: string): DocumentLanguage => {
  const { locale, language } = chosenLanguage([acceptLanguage]);
  return { locale, words: invoiceWords[language] };
};

/** The languages that documents and mail are written in. */
export type Language = keyof typeof invoiceWords;

export interface ChosenLanguage {
  readonly language: Language;
  /** A locale of the same language, for amounts and dates. */
  readonly locale: string;
}

/** Like `documentLanguage`, of several headers or tags: the first that prefers a language there are words for. */
export const chosenLanguage = (wanted: readonly string[]): ChosenLanguage => {
  for (const { value } of wanted.flatMap(preferred)) {
    const tag = BY_ENGLISH_NAME.get(value) ?? canonical(value.replaceAll('_', '-'));
    if (!tag) continue;
    const { language, region } = new Intl.Locale(tag);
    if (spoken(language)) return { language, locale: localeOf(language, region) };
  }
  return { language: 'en', locale: 'en-US' };
};

const spoken = (language: string): language is Language => Object.hasOwn(invoiceWords, language);

/** Only this part of a tag is used: script and extensions can select digits that the typeface lacks. */
const localeOf = (language: Language, region: string | undefined): string => {
  if (region) return `${language}-${region}`;
  return language === 'en' ? 'en-US' : language;
};

const ENGLISH = new Intl.DisplayNames('en', { type: 'language' });

/** Looked up once: naming a language costs more than the rest of the choice. */
const BY_ENGLISH_NAME: ReadonlyMap<string, string> = new Map(
  Object.keys(invoiceWords).map((language) => [(ENGLISH.of(language) ?? language).toLowerCase(), language]),
);

const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};
