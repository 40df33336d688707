import { mailWords as ar } from './ar/mail.ts';
import { mailWords as cs } from './cs/mail.ts';
import { mailWords as da } from './da/mail.ts';
import { mailWords as de } from './de/mail.ts';
import { mailWords as el } from './el/mail.ts';
import { mailWords as en, type MailWords } from './en/mail.ts';
import { mailWords as es } from './es/mail.ts';
import { mailWords as fi } from './fi/mail.ts';
import { mailWords as fr } from './fr/mail.ts';
import { mailWords as he } from './he/mail.ts';
import { mailWords as it } from './it/mail.ts';
import { mailWords as ja } from './ja/mail.ts';
import { mailWords as ko } from './ko/mail.ts';
import { mailWords as nb } from './nb/mail.ts';
import { mailWords as nl } from './nl/mail.ts';
import { mailWords as pl } from './pl/mail.ts';
import { mailWords as pt } from './pt/mail.ts';
import { mailWords as ptBR } from './pt-BR/mail.ts';
import { mailWords as sv } from './sv/mail.ts';
import { mailWords as tr } from './tr/mail.ts';
import { mailWords as zhHans } from './zh-Hans/mail.ts';
import { mailWords as zhHant } from './zh-Hant/mail.ts';

/** The languages that mail is written in, as BCP 47 tags. */
export const mailWordsByLanguage = {
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
} satisfies Record<string, MailWords>;
