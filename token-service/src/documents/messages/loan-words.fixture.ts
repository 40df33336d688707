import type { WordsLanguage } from './document-language.ts';

/** Texts that a language shares with English. */
export const LOAN_WORDS: Readonly<Partial<Record<WordsLanguage, readonly string[]>>> = {
  da: ['Check', 'Plan', 'Reference: «A»', 'Subtotal'],
  de: ['optional'],
  el: ['Email'],
  es: ['Plan', 'Subtotal', 'Total'],
  fr: ['Date', 'Description', 'Total'],
  it: ['Account', 'Endpoint', 'Privacy', 'Routing number'],
  nl: ['Account', 'Endpoint', 'Open', 'Privacy'],
  pl: ['Plan', 'VAT «A» («B»)'],
  pt: ['Endpoint', 'Routing number', 'Subtotal', 'Total'],
  'pt-BR': ['Endpoint', 'Subtotal', 'Total'],
  sv: ['Check'],
  tr: ['Plan'],
};
