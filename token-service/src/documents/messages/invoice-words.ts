import { invoiceWords as ar } from './ar/invoice.ts';
import { invoiceWords as cs } from './cs/invoice.ts';
import { invoiceWords as da } from './da/invoice.ts';
import { invoiceWords as de } from './de/invoice.ts';
import { invoiceWords as el } from './el/invoice.ts';
import { invoiceWords as en, type InvoiceWords } from './en/invoice.ts';
import { invoiceWords as es } from './es/invoice.ts';
import { invoiceWords as fi } from './fi/invoice.ts';
import { invoiceWords as fr } from './fr/invoice.ts';
import { invoiceWords as he } from './he/invoice.ts';
import { invoiceWords as it } from './it/invoice.ts';
import { invoiceWords as ja } from './ja/invoice.ts';
import { invoiceWords as ko } from './ko/invoice.ts';
import { invoiceWords as nb } from './nb/invoice.ts';
import { invoiceWords as nl } from './nl/invoice.ts';
import { invoiceWords as pl } from './pl/invoice.ts';
import { invoiceWords as pt } from './pt/invoice.ts';
import { invoiceWords as ptBR } from './pt-BR/invoice.ts';
import { invoiceWords as sv } from './sv/invoice.ts';
import { invoiceWords as tr } from './tr/invoice.ts';
import { invoiceWords as zhHans } from './zh-Hans/invoice.ts';
import { invoiceWords as zhHant } from './zh-Hant/invoice.ts';

/** The languages that an invoice can be printed in, as BCP 47 tags. */
export const invoiceWordsByLanguage = {
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
} satisfies Record<string, InvoiceWords>;
