import { accountWords as de } from './de/account.ts';
import type { Language } from './document-language.ts';
import { type AccountWords, accountWords as en } from './en/account.ts';
import { accountWords as es } from './es/account.ts';
import { accountWords as fr } from './fr/account.ts';
import { accountWords as it } from './it/account.ts';
import { accountWords as nl } from './nl/account.ts';
import { accountWords as pt } from './pt/account.ts';

/** The languages of the customer account pages, by their ISO 639 codes. */
export const accountWords: Readonly<Record<Language, AccountWords>> = { en, de, fr, es, it, nl, pt };
