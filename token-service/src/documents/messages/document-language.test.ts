import { expect, it } from 'vitest';
import { documentDirection, documentLanguage, spokenLanguage, WORDS_LANGUAGES } from './document-language.ts';

it.each([
  ['', 'en-US', 'Invoice'],
  ['en', 'en-US', 'Invoice'],
  ['en-GB', 'en-GB', 'Invoice'],
  ['fr', 'fr', 'Facture'],
  ['French', 'fr', 'Facture'],
  ['Portuguese;q=0.9, th', 'pt-PT', 'Fatura'],
  ['de-CH;q=0.8, fr-CA', 'fr-CA', 'Facture'],
  ['de-AT', 'de-AT', 'Rechnung'],
  ['pt-BR', 'pt-BR', 'Fatura'],
  ['Brazilian Portuguese', 'pt-BR', 'Fatura'],
  ['ja', 'ja', '請求書'],
  ['zh', 'zh-Hans', '账单'],
  ['zh-CN', 'zh-Hans-CN', '账单'],
  ['zh-SG', 'zh-Hans-SG', '账单'],
  ['zh-TW', 'zh-Hant-TW', '帳單'],
  ['zh-HK', 'zh-Hant-HK', '帳單'],
  ['zh-MO', 'zh-Hant-MO', '帳單'],
  ['zh-Hant', 'zh-Hant', '帳單'],
  ['zh-Hans-HK', 'zh-Hans-HK', '账单'],
  ['Traditional Chinese', 'zh-Hant', '帳單'],
  ['no', 'nb', 'Faktura'],
  ['nn-NO', 'nb-NO', 'Faktura'],
  ['Norwegian', 'nb', 'Faktura'],
  ['iw-IL', 'he-IL', 'חשבונית'],
  ['ar-EG', 'ar-EG', 'فاتورة'],
  ['pt-AO', 'pt-AO', 'Fatura'],
  ['es-419', 'es-419', 'Factura'],
  ['it', 'it', 'Fattura'],
  ['nl-BE', 'nl-BE', 'Factuur'],
  ['th, de;q=0.5', 'de', 'Rechnung'],
  ['th', 'en-US', 'Invoice'],
  ['ro-RO, en-IE;q=0.5', 'en-IE', 'Invoice'],
  ['constructor', 'en-US', 'Invoice'],
  ['*', 'en-US', 'Invoice'],
  ['not a tag', 'en-US', 'Invoice'],
])('%j is written as %s, in words of the same language: %s', (header, locale, title) => {
  const { words, ...asked } = documentLanguage(header);
  expect([asked.locale, words.title.charge]).toEqual([locale, title]);
});

it('knows a language by its own tag, not by another that is written alike', () => {
  const known = (tag: string) => spokenLanguage(tag)?.language;
  expect(['de_AT', 'PT', 'en-Latn-GB', 'German'].map(known)).toEqual(['de', 'pt', 'en', 'de']);
  expect(['', 'sr', 'yue-HK', 'constructor'].map(known)).toEqual([undefined, undefined, undefined, undefined]);
});

it('reads the locale that it has written', () => {
  for (const language of WORDS_LANGUAGES) {
    expect(spokenLanguage(language)).toMatchObject({ language });
    expect(spokenLanguage(spokenLanguage(language)!.locale)).toMatchObject({ language });
  }
});

it('runs from right to left in Arabic and Hebrew only', () => {
  expect(WORDS_LANGUAGES.filter((language) => documentDirection(language) === 'rtl')).toEqual(['ar', 'he']);
  expect(documentDirection('ar-EG')).toBe('rtl');
});

it('writes figures that the typeface has', () => {
  const { locale } = documentLanguage('de-Latn-DE-u-nu-arab');
  expect(new Intl.NumberFormat(locale).format(1234)).toBe('1.234');
});
