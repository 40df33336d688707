import type { Site } from '@service/billing/resources/site.ts';
import type { BankDebit } from '@service/billing/values/bank/debits.ts';
import { digest } from '../../runtime/digest.ts';
import { achAuthorizations } from './authorizations/ach.ts';
import { bacsInstructions } from './authorizations/bacs.ts';
import { becsRequests } from './authorizations/becs.ts';
import { sepaMandates } from './authorizations/sepa.ts';
import { chosenLanguage, documentDirection, type WordsLanguage } from './document-language.ts';
import { withOwnWords } from './own-words.ts';
import { sellerName } from './seller-name.ts';

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

/**
 * The texts that a merchant may replace. Those of SEPA and BACS are prescribed: by the rulebook of the
 * European Payments Council, and with the Direct Debit Guarantee.
 */
export const replaceableAuthorizations = (language: WordsLanguage) => ({
  bank_account: achAuthorizations[language],
  becs: becsRequests[language],
});

export interface AuthorizationText {
  /** Names this text: its language, and a hash of what it says. */
  readonly id: string;
  readonly language: string;
  readonly text: string;
}

/** The site of the merchant that debits an account. */
type Merchant = Pick<Site, 'company' | 'subdomain' | 'texts'>;

const inLanguage = (scheme: BankDebit, language: WordsLanguage, site: Merchant): AuthorizationText => {
  const own = withOwnWords(
    replaceableAuthorizations(language),
    'authorization',
    site.texts[language],
    documentDirection(language),
  );
  const write = scheme === 'bank_account' || scheme === 'becs' ? own[scheme] : TEXTS[scheme][language];
  const text = write(sellerName(site));
  return { id: `${language}-${digest(text).slice(0, 16)}`, language, text };
};

/** Returns the text in the first language of a list, such as an `Accept-Language` header, that there are words for. */
export const bankAuthorization = (
  scheme: BankDebit,
  site: Merchant,
  ...preferences: readonly string[]
): AuthorizationText => inLanguage(scheme, chosenLanguage(preferences).language, site);

/** Returns the text that an id names; undefined once it says something else, or for an unknown id. */
export const namedAuthorization = (scheme: BankDebit, site: Merchant, id: string): AuthorizationText | undefined => {
  const language = id.slice(0, Math.max(0, id.lastIndexOf('-')));
  const named = Object.hasOwn(TEXTS[scheme], language)
    ? inLanguage(scheme, language as WordsLanguage, site)
    : undefined;
  return named?.id === id ? named : undefined;
};
