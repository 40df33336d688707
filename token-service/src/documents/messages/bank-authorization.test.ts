import { BANK_DEBIT_TYPES } from '@service/billing/values/bank/debits.ts';
import { describe, expect, it } from 'vitest';
import { accountWordsByLanguage } from './account-words.ts';
import { bankAuthorization, namedAuthorization } from './bank-authorization.ts';

describe.each(BANK_DEBIT_TYPES)('what the holder of an account agrees to that is debited as %s', (scheme) => {
  it.each(Object.keys(accountWordsByLanguage))('names the company in %s, and is found by its id', (language) => {
    const shown = bankAuthorization(scheme, 'Tideline', language);
    expect(shown.language).toBe(language);
    expect(shown.text.split('Tideline').length - 1).toBeGreaterThanOrEqual(3);
    expect(shown.text.length).toBeLessThan(1000);
    expect(namedAuthorization(scheme, 'Tideline', shown.id)).toEqual(shown);
    expect(namedAuthorization(scheme, 'Another company', shown.id)).toBeUndefined();
    for (const other of BANK_DEBIT_TYPES.filter((one) => one !== scheme))
      expect(namedAuthorization(other, 'Tideline', shown.id), other).toBeUndefined();
  });

  it('has a text of its own in every language', () => {
    const texts = Object.keys(accountWordsByLanguage).map((language) => bankAuthorization(scheme, 'T', language).text);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

it('no other id names a text', () => {
  for (const id of ['', 'en', 'en-', 'constructor-1', `sv-${'0'.repeat(16)}`]) {
    expect(namedAuthorization('bank_account', 'Tideline', id)).toBeUndefined();
  }
});
