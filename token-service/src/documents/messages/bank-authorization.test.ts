import { BANK_DEBIT_TYPES } from '@service/billing/values/bank/debits.ts';
import { describe, expect, it } from 'vitest';
import { accountWordsByLanguage } from './account-words.ts';
import { bankAuthorization, namedAuthorization } from './bank-authorization.ts';
import { readOwnTexts } from './own-texts.ts';

const siteOf = (company: string, texts: Record<string, Record<string, string>> = {}) => ({
  company,
  texts,
  subdomain: 'acme',
});
const tideline = siteOf('Tideline');

describe.each(BANK_DEBIT_TYPES)('what the holder of an account agrees to that is debited as %s', (scheme) => {
  it.each(Object.keys(accountWordsByLanguage))('names the company in %s, and is found by its id', (language) => {
    const shown = bankAuthorization(scheme, tideline, language);
    expect(shown.language).toBe(language);
    expect(shown.text.split('Tideline').length - 1).toBeGreaterThanOrEqual(3);
    expect(shown.text.length).toBeLessThan(1000);
    expect(namedAuthorization(scheme, tideline, shown.id)).toEqual(shown);
    expect(namedAuthorization(scheme, siteOf('Another company'), shown.id)).toBeUndefined();
    for (const other of BANK_DEBIT_TYPES.filter((one) => one !== scheme))
      expect(namedAuthorization(other, tideline, shown.id), other).toBeUndefined();
  });

  it('has a text of its own in every language', () => {
    const texts = Object.keys(accountWordsByLanguage).map(
      (language) => bankAuthorization(scheme, siteOf('T'), language).text,
    );
    expect(new Set(texts).size).toBe(texts.length);
  });
});

it('no other id names a text', () => {
  for (const id of ['', 'en', 'en-', 'constructor-1', `sv-${'0'.repeat(16)}`]) {
    expect(namedAuthorization('bank_account', tideline, id)).toBeUndefined();
  }
});

const OWN = {
  'authorization.bank_account': 'You let {1} debit this account for your invoices until you tell {1} to stop.',
  'authorization.becs': 'You let {1} debit this account by BECS.',
  'authorization.sepa': 'You let {1} take anything.',
  'authorization.bacs': 'You let {1} take anything.',
};

it.each([
  ['bank_account', 'You let Tideline debit this account for your invoices until you tell Tideline to stop.'],
  ['becs', 'You let Tideline debit this account by BECS.'],
] as const)('a merchant replaces the text of %s, and its id names that text alone', (scheme, text) => {
  const own = siteOf('Tideline', { en: OWN });
  const shown = bankAuthorization(scheme, own, 'en');
  expect(shown.text).toBe(text);
  expect(namedAuthorization(scheme, own, shown.id)).toEqual(shown);
  expect(namedAuthorization(scheme, tideline, shown.id)).toBeUndefined();
  expect(bankAuthorization(scheme, own, 'de')).toEqual(bankAuthorization(scheme, tideline, 'de'));
});

it.each(['sepa', 'bacs'] as const)('the prescribed text of %s cannot be replaced', (scheme) => {
  const own = siteOf('Tideline', { en: OWN });
  expect(bankAuthorization(scheme, own, 'en')).toEqual(bankAuthorization(scheme, tideline, 'en'));
  expect(() => readOwnTexts(JSON.stringify({ en: { [`authorization.${scheme}`]: 'Mine, {1}' } }))).toThrow(
    `There is no text “authorization.${scheme}”`,
  );
});
