import { describe, expect, test } from 'vitest';
import { bankDirectory, openBankFile, readBankFile } from './bank-directory.ts';
import { ACCOUNT, findings, openBrowserOrigin, SITES } from './browser-origin.fixture.ts';

const HOLDER = { key: 'debits-key', name_on_account: 'Ada Lovelace' };

describe('a bank account', () => {
  test('becomes a token, with its holder in the United States', async () => {
    const { bankToken, vault } = await openBrowserOrigin();
    const { status, body } = await bankToken(ACCOUNT);
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^[\w-]{24}$/), type: 'bank_account' }]);
    expect(await vault.hold(SITES['demo-public-key']!, body.id)).toMatchObject({
      description: { type: 'bank_account', routing_number: '123456780', last_four: '1111', account_type: 'checking' },
      holder: { name_on_account: 'Ada Lovelace', country: 'US' },
    });
  });

  test('needs no address, whatever the site wants to know of cardholders', async () => {
    const { bankToken } = await openBrowserOrigin();
    expect((await bankToken({ ...ACCOUNT, key: 'full-key', type: 'bank_account' })).status).toBe(200);
  });

  test.each<[string, Record<string, string>, string[]]>([
    [
      'nothing but a key',
      { key: ACCOUNT.key },
      [
        "routing_number: can't be blank",
        "account_number: can't be blank",
        "account_type: can't be blank",
        "account_number_confirmation: can't be blank",
        "name_on_account: can't be blank",
      ],
    ],
    [
      'a wrong check digit',
      { ...ACCOUNT, routing_number: '123456789' },
      ['routing_number: is not the routing number of a US bank'],
    ],
    [
      'two numbers that differ',
      { ...ACCOUNT, account_number_confirmation: '111111112' },
      ['account_number_confirmation: does not match'],
    ],
    [
      'a short number',
      { ...ACCOUNT, account_number: '123', account_number_confirmation: '123' },
      ['account_number: must be 4 to 17 digits'],
    ],
    ['another type', { ...ACCOUNT, account_type: 'gold' }, ['account_type: must be checking or savings']],
    ['another country', { ...ACCOUNT, country: 'DE' }, ['country: must be US: only US bank accounts can be used']],
    ['no such country', { ...ACCOUNT, country: 'XX' }, ['country: must be a country code of two letters (ISO 3166-1)']],
    [
      'no confirmation',
      { ...ACCOUNT, account_number_confirmation: '' },
      ["account_number_confirmation: can't be blank"],
    ],
  ])('is refused for %s', async (_, fields, expected) => {
    const { bankToken, kept } = await openBrowserOrigin();
    const answer = await bankToken(fields);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid-parameter']);
    expect(findings(answer)).toEqual(expected);
    expect(kept).toEqual([]);
  });

  test.each([
    ['sepa', { iban: 'DE89 3704 0044 0532 0130 00' }],
    ['sepa', { type: 'iban_bank_account', iban: 'DE89370400440532013000' }],
    ['bacs', { sort_code: '20-00-00', account_number: '55779911', account_number_confirmation: '55779911' }],
    [
      'bacs',
      { type: 'bacs', sort_code: '200000', account_number: '55779911', account_number_confirmation: '55779911' },
    ],
    [
      'becs',
      { type: 'becs_bank_account', bsb_code: '062-000', account_number: '12345', account_number_confirmation: '12345' },
    ],
  ])('that is debited by %s becomes a token too, with its holder anywhere: %j', async (type, fields) => {
    const { bankToken, vault } = await openBrowserOrigin();
    const { status, body } = await bankToken({ ...HOLDER, country: 'FR', ...fields });
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^[\w-]{24}$/), type }]);
    expect(await vault.hold(SITES['debits-key']!, body.id)).toMatchObject({
      description: { type },
      holder: { name_on_account: 'Ada Lovelace', country: 'FR' },
    });
  });

  test.each<[Record<string, string>, string[]]>([
    [{ iban: 'DE88370400440532013000' }, ['iban: is invalid: the check digits do not fit; correct the number']],
    [{ type: 'sepa' }, ["iban: can't be blank"]],
    [
      { type: 'bacs', account_number: '1', account_number_confirmation: '2' },
      [
        "sort_code: can't be blank",
        'account_number: is invalid: an account number of a British bank has eight digits; a shorter one begins with zeros',
        'account_number_confirmation: does not match',
      ],
    ],
    [{ bsb_code: '062000', account_number: '12345' }, ["account_number_confirmation: can't be blank"]],
  ])('that is debited by another scheme is refused with what is wrong: %j', async (fields, expected) => {
    const { bankToken, kept } = await openBrowserOrigin();
    const answer = await bankToken({ ...HOLDER, ...fields });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid-parameter']);
    expect(findings(answer)).toEqual(expected);
    expect(kept).toEqual([]);
  });

  test.each([
    { type: 'iban_bank_account' },
    { type: 'bacs' },
    { type: 'credit_card' },
    { type: 'constructor' },
    { iban: 'DE89' },
    { sort_code: '1' },
  ])('of a scheme that the site does not offer is not one: %j', async (changes) => {
    const { bankToken } = await openBrowserOrigin();
    const answer = await bankToken({ ...ACCOUNT, ...changes });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'feature-not-enabled']);
    expect(answer.body.error.message).toContain('It takes: bank_account.');
  });

  test('has the text of its scheme, which another scheme does not take', async () => {
    const { bankToken, authorization } = await openBrowserOrigin();
    const mandate = await authorization('key=debits-key&language=fr&scheme=sepa');
    expect([mandate.status, mandate.body.language]).toEqual([200, 'fr']);
    expect(mandate.body.text).toContain('huit semaines');
    const account = { ...HOLDER, iban: 'FR1420041010050500013M02606', authorization: mandate.body.id };
    expect((await bankToken(account)).status).toBe(200);
    const other = { ...HOLDER, bsb_code: '062000', account_number: '12345', account_number_confirmation: '12345' };
    expect(findings(await bankToken({ ...other, authorization: mandate.body.id }))[0]).toMatch(/^authorization: names/);
    const unknown = await authorization('key=demo-public-key&scheme=sepa');
    expect([unknown.status, unknown.body.error.code]).toEqual([422, 'feature-not-enabled']);
  });
});

describe('a routing number', () => {
  const banks = bankDirectory(
    readBankFile('routing_number,name\r\n021000021,"First, ""Best"" Bank"\n011401533,Second\n'),
  );

  test.each([
    ['a sandbox site', 'demo-public-key', undefined, '123456780', 200, { bank_name: 'Bank of Service' }],
    ['a sandbox site', 'demo-public-key', undefined, '021000021', 422, 'invalid-routing-number'],
    ['a production site without a file', 'production-key', undefined, '021000021', 200, { bank_name: null }],
    ['a production site without a file', 'production-key', undefined, '021000022', 422, 'invalid-routing-number'],
    ['a production site', 'production-key', banks, '021000021', 200, { bank_name: 'First, "Best" Bank' }],
    ['a production site', 'production-key', banks, '011401533', 200, { bank_name: 'Second' }],
    ['a production site', 'production-key', banks, '123456780', 422, 'invalid-routing-number'],
    ['a site that is given none', 'demo-public-key', undefined, '', 422, 'invalid-parameter'],
  ])('at %s (%s)', async (_, key, directory, routing_number, status, expected) => {
    const { bank } = await openBrowserOrigin(directory ? { banks: directory } : {});
    const answer = await bank(new URLSearchParams({ key, routing_number }).toString());
    expect([answer.status, answer.body.error?.code ?? answer.body]).toEqual([status, expected]);
  });

  test.each([
    ['demo-public-key', 'No bank has this routing number. Sandbox sites know one only: 123456780.'],
    [
      'production-key',
      'No bank has this routing number. Ask the customer for the nine digits on a check or statement.',
    ],
  ])('that no bank has is refused with what to send instead (%s)', async (key, message) => {
    const { bank } = await openBrowserOrigin();
    const answer = await bank(new URLSearchParams({ key, routing_number: '12' }).toString());
    expect(answer.body.error).toEqual({ code: 'invalid-routing-number', message });
  });

  test('in the file of the operator must be one', () => {
    expect(() => readBankFile('021000021,One\n021000022,Two')).toThrow(/^BANK_DIRECTORY: line 2 /);
    expect(() => readBankFile('number;name')).toThrow(/^BANK_DIRECTORY: line 1 /);
  });
});

test('a bank file that cannot be read is named to the operator', async () => {
  await expect(openBankFile('/nowhere/banks.csv')).rejects.toThrow(
    'BANK_DIRECTORY: /nowhere/banks.csv cannot be read. Name a file that this user can read, or leave it out.',
  );
});
