import { describe, expect, it } from 'vitest';
import { accountWordsByLanguage } from './account-words.ts';
import { bankAuthorization, namedAuthorization } from './bank-authorization.ts';

describe.each(Object.keys(accountWordsByLanguage))('what the holder of a bank account agrees to, in %s', (language) => {
  it('names the company, and is found by its id while it says the same', () => {
    const shown = bankAuthorization('Tideline', language);
    expect(shown.language).toBe(language);
    expect(shown.text.split('Tideline').length - 1).toBeGreaterThanOrEqual(3);
    expect(shown.text.length).toBeLessThan(1000);
    expect(namedAuthorization('Tideline', shown.id)).toEqual(shown);
    expect(namedAuthorization('Another company', shown.id)).toBeUndefined();
  });
});

it('no other id names a text', () => {
  for (const id of ['', 'en', 'en-', 'constructor-1', `sv-${'0'.repeat(16)}`]) {
    expect(namedAuthorization('Tideline', id)).toBeUndefined();
  }
});
