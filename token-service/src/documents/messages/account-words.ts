import { accountWords as ar } from './ar/account.ts';
import { accountWords as cs } from './cs/account.ts';
import { accountWords as da } from './da/account.ts';
import { accountWords as de } from './de/account.ts';
import type { WordsLanguage } from './document-language.ts';
import { accountWords as el } from './el/account.ts';
import { type AccountWords, accountWords as en } from './en/account.ts';
import { accountWords as es } from './es/account.ts';
import { accountWords as fi } from './fi/account.ts';
import { accountWords as fr } from './fr/account.ts';
import { accountWords as he } from './he/account.ts';
import { accountWords as it } from './it/account.ts';
import { accountWords as ja } from './ja/account.ts';
import { accountWords as ko } from './ko/account.ts';
import { accountWords as nb } from './nb/account.ts';
import { accountWords as nl } from './nl/account.ts';
import { accountWords as pl } from './pl/account.ts';
import { accountWords as pt } from './pt/account.ts';
import { accountWords as ptBR } from './pt-BR/account.ts';
import { accountWords as sv } from './sv/account.ts';
import { accountWords as tr } from './tr/account.ts';
import { accountWords as zhHans } from './zh-Hans/account.ts';
import { accountWords as zhHant } from './zh-Hant/account.ts';

/** The languages of the customer account pages, as BCP 47 tags. */
export const accountWordsByLanguage: Readonly<Record<WordsLanguage, AccountWords>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  'pt-BR': ptBR,
  pl,
  cs,
  tr,
  el,
  sv,
  da,
  nb,
  fi,
  ja,
  ko,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
  ar,
  he,
};
