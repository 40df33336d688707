import type { SettingValues } from '@service/billing/resources/setting.ts';
import { preferred } from '../../http/preferred.ts';
import type { InvoiceWords } from './en/invoice.ts';
import { invoiceWordsByLanguage } from './invoice-words.ts';
import { withOwnWords } from './own-words.ts';

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
 * a tag (`fr`, `en-GB`) or by its English name (`French`); US English otherwise. `own`: texts of the merchant.
 */
export const documentLanguage = (acceptLanguage: string, own: SettingValues['texts'] = {}): DocumentLanguage => {
  const { locale, language } = chosenLanguage([acceptLanguage]);
  return { locale, words: ownWordsOf(invoiceWordsByLanguage, 'invoice', language, own) };
};

/** Returns the words of a surface in a language, with those of a merchant over them. `surface`: as in their names. */
export const ownWordsOf = <Words extends object>(
  words: Readonly<Record<WordsLanguage, Words>>,
  surface: 'account' | 'mail' | 'invoice',
  language: WordsLanguage,
  own: SettingValues['texts'],
): Words => withOwnWords(words[language], surface, own[language], documentDirection(language));

/** The languages that documents and mail are written in, as BCP 47 tags: with a script or region where it matters. */
export type WordsLanguage = keyof typeof invoiceWordsByLanguage;

export const WORDS_LANGUAGES = Object.keys(invoiceWordsByLanguage) as readonly WordsLanguage[];

export interface ChosenLanguage {
  readonly language: WordsLanguage;
  /** A locale of the same language, for amounts and dates. */
  readonly locale: string;
}

/** Like `documentLanguage`, of several headers or tags: the first that prefers a language there are words for. */
export const chosenLanguage = (wanted: readonly string[]): ChosenLanguage => {
  for (const { value } of wanted.flatMap(preferred)) {
    const chosen = spokenLanguage(value);
    if (chosen) return chosen;
  }
  return { language: 'en', locale: 'en-US' };
};

/** Returns the language of a tag or English name, if there are words for it. */
export const spokenLanguage = (tagOrName: string): ChosenLanguage | undefined => {
  const tag = BY_ENGLISH_NAME.get(tagOrName.toLowerCase()) ?? canonical(tagOrName.replaceAll('_', '-'));
  if (!tag) return undefined;
  const asked = new Intl.Locale(tag);
  const { language: code, region } = asked;
  // Taiwan, Hong Kong and Macao write traditional characters where a tag does not say otherwise.
  const { script } = asked.maximize();
  const language = [`${code}-${script}`, `${code}-${region}`, WORDS_OF[code] ?? code].find(isSpoken);
  return language && { language, locale: localeOf(language, region) };
};

const isSpoken = (language: string): language is WordsLanguage => Object.hasOwn(invoiceWordsByLanguage, language);

/** Norwegian has two written forms; readers of one read the other. */
const WORDS_OF: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/**
 * The language with the region that was asked for. Other parts of a tag are left out: extensions can select digits that
 * the typeface lacks.
 */
const localeOf = (language: WordsLanguage, region: string | undefined): string => {
  if (language === 'en' && !region) return 'en-US';
  // Without a region, the formats and the names of countries in Portuguese are those of Brazil.
  if (language === 'pt' && !region) return 'pt-PT';
  return !region || language.endsWith(`-${region}`) ? language : `${language}-${region}`;
};

/** Returns the direction in which a language of documents is written. */
export const documentDirection = (locale: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(new Intl.Locale(locale).language) ? 'rtl' : 'ltr';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he']);

const ENGLISH = new Intl.DisplayNames('en', { type: 'language' });

/** Looked up once: naming a language costs more than the rest of the choice. */
const BY_ENGLISH_NAME: ReadonlyMap<string, string> = new Map(
  [...WORDS_LANGUAGES, 'no', 'zh'].map((language) => [(ENGLISH.of(language) ?? language).toLowerCase(), language]),
);

const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};
