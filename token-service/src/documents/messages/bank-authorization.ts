import type { BankDebit } from '@service/billing/values/bank/debits.ts';
import { digest } from '../../runtime/digest.ts';
import { achAuthorizations } from './authorizations/ach.ts';
import { bacsInstructions } from './authorizations/bacs.ts';
import { becsRequests } from './authorizations/becs.ts';
import { sepaMandates } from './authorizations/sepa.ts';
import { chosenLanguage, type WordsLanguage } from './document-language.ts';

type Texts = Readonly<Record<WordsLanguage, (company: string) => string>>;

/**
 * The text that the holder of a bank account agrees to, by the scheme that debits it. It is shown before the account is
 * submitted, and recorded with it.
 */
const TEXTS: Readonly<Record<BankDebit, Texts>> = {
  bank_account: achAuthorizations,
  sepa: sepaMandates,
  bacs: bacsInstructions,
  becs: becsRequests,
};

export interface AuthorizationText {
  /** Names this text: its language, and a hash of what it says. */
  readonly id: string;
  readonly language: string;
  readonly text: string;
}

const inLanguage = (scheme: BankDebit, language: WordsLanguage, company: string): AuthorizationText => {
  const text = TEXTS[scheme][language](company);
  return { id: `${language}-${digest(text).slice(0, 16)}`, language, text };
};

/** Returns the text in the first language of a list, such as an `Accept-Language` header, that there are words for. */
export const bankAuthorization = (
  scheme: BankDebit,
  company: string,
  ...preferences: readonly string[]
): AuthorizationText => inLanguage(scheme, chosenLanguage(preferences).language, company);

/** Returns the text that an id names; undefined once it says something else, or for an unknown id. */
export const namedAuthorization = (scheme: BankDebit, company: string, id: string): AuthorizationText | undefined => {
  const language = id.slice(0, Math.max(0, id.lastIndexOf('-')));
  const named = Object.hasOwn(TEXTS[scheme], language)
    ? inLanguage(scheme, language as WordsLanguage, company)
    : undefined;
  return named?.id === id ? named : undefined;
};
