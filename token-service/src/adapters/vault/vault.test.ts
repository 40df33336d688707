import { inspect } from 'node:util';
import type { RawBankAccount, RawCard, RawMethod } from '@service/billing/domain/billing-info/payment-method.ts';
import type { Judged, MethodValues, Presented } from '@service/billing/ports/vault.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { fingerprints } from '../../runtime/fingerprint.ts';
import { aesGcm, tokenKey } from './cipher.ts';
import { lruTokenStore } from './lru-token-store.ts';
import { pooledRandomness } from './random.ts';
import { TOKEN_LIFETIME_MS, type TokenStore } from './token-store.ts';
import { openVault } from './vault.ts';

const site = { id: 'site-1', clock_offset: 0 } as Site;
const other = { id: 'site-2', clock_offset: 0 } as Site;
const NUMBER = '4111111111111111';

const card = (changes: Partial<Record<'number' | 'month' | 'year' | 'code', string>> = {}): RawCard => {
  const { number = NUMBER, month = '11', year = '2027', code = '123' } = changes;
  return {
    type: 'credit_card',
    number: new Secret(number),
    month,
    year,
    verification_value: new Secret(code),
  };
};

const account = (changes: Partial<Omit<RawBankAccount, 'type'>> = {}): RawBankAccount => ({
  type: 'bank_account',
  routing_number: '123456780',
  account_number: new Secret('111111111'),
  account_type: 'checking',
  ...changes,
});

const build = () => {
  const clock = testClock('2026-03-15T12:00:00Z');
  const random = pooledRandomness();
  const lru = lruTokenStore({ clock });
  const kept: Buffer[] = [];
  const store: TokenStore = {
    keep: (siteId, id, payload) => {
      kept.push(payload);
      return lru.keep(siteId, id, payload);
    },
    hold: lru.hold,
  };
  const vault = openVault({
    store,
    cipher: aesGcm(tokenKey(random), random),
    random,
    fingerprint: fingerprints(tokenKey(random)),
    clock,
  });
  const accepted = (judged: Judged<Presented>): Presented => {
    if ('issues' in judged) throw new Error(JSON.stringify(judged.issues));
    return judged.accepted;
  };
  return {
    vault,
    kept,
    lru,
    pass: (milliseconds: number) => clock.advance({ seconds: milliseconds / 1000 }),
    present: (raw: RawMethod = card()) => accepted(vault.present(site, raw)),
    tokenFor: (raw: RawMethod = card()) => vault.keep(site, accepted(vault.present(site, raw)), ada),
  };
};

const ada = { first_name: 'Ada', last_name: 'Lovelace', zip: '94105' };
const seen = async (values: MethodValues) => values;

describe('a token', () => {
  test('returns the description, the holder and, to a gateway, the values', async () => {
    const { vault, tokenFor } = build();
    const id = await tokenFor();
    expect(id).toMatch(/^[\w-]{24}$/);

    const presented = await vault.hold(site, id);
    expect(presented.holder).toEqual(ada);
    expect(presented.description).toEqual({
      type: 'credit_card',
      card_type: 'Visa',
      brand: 'visa',
      first_six: '411111',
      last_four: '1111',
      month: 11,
      year: 2027,
    });
    const values = await vault.read(presented, seen);
    expect(values).toMatchObject({ type: 'credit_card', month: 11, year: 2027 });
    expect(values.type === 'credit_card' && [values.number.reveal(), values.verification_value?.reveal()]).toEqual([
      NUMBER,
      '123',
    ]);
  });

  test('of a bank account does too', async () => {
    const { vault, tokenFor } = build();
    const presented = await vault.hold(site, await tokenFor(account()));
    expect(presented.description).toEqual({
      type: 'bank_account',
      routing_number: '123456780',
      last_four: '1111',
      account_type: 'checking',
    });
    const values = await vault.read(presented, seen);
    expect(values.type === 'bank_account' && values.account_number.reveal()).toBe('111111111');
  });

  test.each<[RawMethod, string, Record<string, string>]>([
    [{ type: 'sepa', iban: new Secret('de89 3704 0044 0532 0130 00') }, '3000', { iban: 'DE89370400440532013000' }],
    [
      { type: 'bacs', sort_code: new Secret('20-00-00'), account_number: new Secret('0012 3456') },
      '3456',
      { sort_code: '200000', account_number: '00123456' },
    ],
    [
      { type: 'becs', bsb_code: new Secret('062-000'), account_number: new Secret('12345') },
      '2345',
      { bsb_code: '062000', account_number: '12345' },
    ],
  ])('of a direct debit does too: %o', async (raw, last_four, numbers) => {
    const { vault, tokenFor } = build();
    const presented = await vault.hold(site, await tokenFor(raw));
    expect(presented.description).toEqual({
      ...{ type: raw.type, last_four },
      ...(raw.type === 'sepa' ? { cc_bin_country: 'DE' } : {}),
    });
    const values = await vault.read(presented, async ({ type, ...secrets }) =>
      Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, (secret as Secret).reveal()])),
    );
    expect(values).toEqual(numbers);
  });

  test("of a wallet's agreement does too, and contains no secret", async () => {
    const { vault, tokenFor } = build();
    const agreement = { type: 'paypal', paypal_billing_agreement_id: 'B-approved-1' } as const;
    const presented = await vault.hold(site, await tokenFor(agreement));
    expect([presented.description, presented.holder]).toEqual([agreement, ada]);
    expect(await vault.read(presented, seen)).toEqual(agreement);
    await expect(vault.hold(site, await tokenFor(agreement)).then((other) => other.consume())).resolves.toBeUndefined();
  });

  test('held by four at once goes to exactly one', async () => {
    const { vault, tokenFor } = build();
    const id = await tokenFor();
    const holds = await Promise.allSettled([1, 2, 3, 4].map(() => vault.hold(site, id)));
    expect(holds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = holds.flatMap((hold) => (hold.status === 'rejected' ? [hold.reason.symbol] : []));
    expect(refused).toEqual(Array(3).fill('simultaneous_request'));
  });

  test('at 20:00 is gone and its bytes are zero', async () => {
    const { vault, tokenFor, kept, lru, pass } = build();
    const id = await tokenFor();
    pass(TOKEN_LIFETIME_MS);
    await expect(vault.hold(site, id)).rejects.toMatchObject({ symbol: 'token_invalid' });
    lru.sweep();
    expect(kept[0]?.every((byte) => byte === 0)).toBe(true);
  });

  test('that expires while it is held is never read', async () => {
    const { vault, tokenFor, pass } = build();
    const presented = await vault.hold(site, await tokenFor());
    pass(TOKEN_LIFETIME_MS);
    let draws = 0;
    const reading = vault.read(presented, async () => ++draws);
    await expect(reading).rejects.toMatchObject({ symbol: 'token_invalid' });
    expect(draws).toBe(0);
  });

  test('of another site, an unknown one and a malformed one look the same', async () => {
    const { vault, tokenFor } = build();
    const id = await tokenFor();
    for (const [where, what] of [
      [other, id],
      [site, 'x'.repeat(24)],
      [site, ''],
      [site, '../../site-1/'.repeat(100)],
    ] as const) {
      await expect(vault.hold(where, what)).rejects.toMatchObject({ symbol: 'token_invalid', params: {} });
    }
    await (await vault.hold(site, id)).release();
  });

  test('stored under a key that is no longer known is gone', async () => {
    const { vault, lru, tokenFor } = build();
    const id = await tokenFor();
    const random = pooledRandomness();
    const restarted = openVault({
      store: lru,
      cipher: aesGcm(tokenKey(random), random),
      random,
      fingerprint: fingerprints(tokenKey(random)),
      clock: { now: () => Date.parse('2026-03-15T12:00:00Z') },
    });
    await expect(restarted.hold(site, id)).rejects.toMatchObject({ symbol: 'token_invalid' });
    await expect(vault.hold(site, id)).rejects.toMatchObject({ symbol: 'token_invalid' });
  });
});

describe('the fingerprint of a payment method', () => {
  test('is that of its number, whatever the code, the expiry and the spelling', () => {
    const { present } = build();
    const { fingerprint } = present();
    expect(fingerprint).toMatch(/^[\w-]{24}$/);
    for (const changes of [{ code: '999' }, { month: '1', year: '2031' }, { number: '4111 1111 1111 1111' }]) {
      expect(present(card(changes)).fingerprint).toBe(fingerprint);
    }
    expect(present(card({ number: '5555555555554444' })).fingerprint).not.toBe(fingerprint);
  });

  test('is the same for a token, and another at another site and with another key', async () => {
    const { vault, present, tokenFor } = build();
    const { fingerprint } = present();
    expect((await vault.hold(site, await tokenFor())).fingerprint).toBe(fingerprint);
    const judged = vault.present(other, card());
    expect('accepted' in judged && judged.accepted.fingerprint).not.toBe(fingerprint);
    expect(build().present().fingerprint).not.toBe(fingerprint);
  });

  test('comes with the address that a token was made from, where there is one', async () => {
    const { vault, present, tokenFor } = build();
    const made = await vault.keep(site, present(), ada, '203.0.113.7');
    expect((await vault.hold(site, made)).address).toBe('203.0.113.7');
    expect((await vault.hold(site, await tokenFor())).address).toBeNull();
    expect(present().address).toBeNull();
  });

  test('distinguishes bank accounts and agreements', () => {
    const { present } = build();
    const agreement = (id: string): RawMethod => ({ type: 'paypal', paypal_billing_agreement_id: id });
    const all = [
      present(account()),
      present(account({ routing_number: '021000021' })),
      present(agreement('B-1')),
      present(agreement('B-2')),
      present({ type: 'sepa', iban: new Secret('DE89370400440532013000') }),
      present({ type: 'sepa', iban: new Secret('DE62370400440532013001') }),
      present({ type: 'bacs', sort_code: new Secret('200000'), account_number: new Secret('55779911') }),
      present({ type: 'bacs', sort_code: new Secret('200001'), account_number: new Secret('55779911') }),
      present({ type: 'becs', bsb_code: new Secret('200000'), account_number: new Secret('55779911') }),
    ];
    expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(9);
  });

  test('is not available once the values are erased', async () => {
    const presented = build().present();
    await presented.release();
    expect(() => presented.fingerprint).toThrow('gone');
  });
});

describe('a held token', () => {
  test('that no gateway read is free again once it is released', async () => {
    const { vault, tokenFor } = build();
    const id = await tokenFor();
    const first = await vault.hold(site, id);
    await first.release();
    await expect(first.consume()).rejects.toMatchObject({ symbol: 'token_invalid' });
    await (await vault.hold(site, id)).release();
  });

  test('that a gateway read is gone, even when the gateway failed, and releasing it changes nothing', async () => {
    const { vault, tokenFor } = build();
    const id = await tokenFor();
    const presented = await vault.hold(site, id);
    const reading = vault.read(presented, async () => {
      throw new Error('line down');
    });
    await expect(reading).rejects.toThrow('line down');
    await presented.release();
    await expect(vault.hold(site, id)).rejects.toMatchObject({ symbol: 'token_invalid' });
  });

  test('can be consumed before it is read, and consumed twice', async () => {
    const { vault, tokenFor } = build();
    const presented = await vault.hold(site, await tokenFor());
    await presented.consume();
    await presented.consume();
    expect(await vault.read(presented, async () => 'read')).toBe('read');
  });

  test('is read once', async () => {
    const { vault, tokenFor } = build();
    const presented = await vault.hold(site, await tokenFor());
    await vault.read(presented, seen);
    await expect(vault.read(presented, seen)).rejects.toThrow('can be read once');
  });
});

describe('raw data', () => {
  test('is presented without a token, and read once', async () => {
    const { vault, present } = build();
    const presented = present();
    expect(presented).toMatchObject({ description: { last_four: '1111' }, holder: {} });
    expect((await vault.read(presented, seen)).type).toBe('credit_card');
    await expect(vault.read(presented, seen)).rejects.toThrow('can be read once');
  });

  test('that is released is erased', async () => {
    const { vault, present } = build();
    const presented = present();
    await presented.release();
    await expect(vault.read(presented, seen)).rejects.toMatchObject({ symbol: 'token_invalid' });
  });

  test.each<[string, Parameters<typeof card>[0], string[]]>([
    ['nothing', { number: '', month: '', year: '', code: '' }, ['number blank', 'month blank', 'year blank']],
    ['a wrong check digit', { number: '4111111111111112' }, ['number invalid']],
    ['eleven digits', { number: '42222222224' }, ['number invalid']],
    ['twenty digits', { number: '41111111111111111111' }, ['number invalid']],
    ['month 13', { month: '13' }, ['month inclusion']],
    ['month zero', { month: '0' }, ['month inclusion']],
    ['a month and a year in the past', { month: '2', year: '2026' }, ['year expired']],
    ['a year in the past', { year: '25' }, ['year expired']],
    ['a year of three digits', { year: '202' }, ['year inclusion']],
    ['a year far away', { year: '2099' }, ['year inclusion']],
    ['a code of four digits on a card that has three', { code: '1234' }, ['verification_value invalid']],
    ['letters for a code', { code: 'abc' }, ['verification_value invalid']],
    [
      'three digits on a card that has four',
      { number: '378282246310005', code: '123' },
      ['verification_value invalid'],
    ],
    ['a bad month with a past year', { month: '99', year: '2025' }, ['month inclusion', 'year expired']],
  ])('of a card with %s is refused', (_, changes, expected) => {
    const judged = build().vault.present(site, card(changes));
    expect('issues' in judged && judged.issues.map(({ field, symbol }) => `${field} ${symbol}`)).toEqual(expected);
  });

  test.each<[string, Parameters<typeof card>[0]]>([
    ['spaces and dashes', { number: ' 4111 1111-1111 1111 ' }],
    ['two digits for the year', { year: '27' }],
    ['no code', { code: '' }],
    ['this very month', { month: '3', year: '2026' }],
  ])('of a card with %s is accepted', (_, changes) => {
    expect(build().present(card(changes)).description).toMatchObject({ last_four: '1111' });
  });

  test.each<[string, Partial<Omit<RawBankAccount, 'type'>>, string[]]>([
    [
      'nothing',
      { routing_number: null, account_number: undefined, account_type: '' },
      ['routing_number blank', 'account_number blank', 'account_type blank'],
    ],
    ['a wrong check digit', { routing_number: '123456789' }, ['routing_number invalid']],
    ['three digits', { account_number: new Secret('123') }, ['account_number invalid']],
    ['eighteen digits', { account_number: new Secret('1'.repeat(18)) }, ['account_number invalid']],
    [
      'another number the second time',
      { account_number_confirmation: new Secret('111111112') },
      ['account_number_confirmation confirmation'],
    ],
    ['another type', { account_type: 'gold' }, ['account_type inclusion']],
  ])('of a bank account with %s is refused', (_, changes, expected) => {
    const judged = build().vault.present(site, account(changes));
    expect('issues' in judged && judged.issues.map(({ field, symbol }) => `${field} ${symbol}`)).toEqual(expected);
  });

  const secret = (text: string) => new Secret(text);
  test.each<[RawMethod, string[]]>([
    [{ type: 'sepa' }, ['iban blank']],
    [{ type: 'sepa', iban: secret('DE88370400440532013000') }, ['iban invalid iban_check_digits']],
    [{ type: 'sepa', iban: secret('DE8937040044053201300') }, ['iban invalid not_an_iban']],
    [{ type: 'sepa', iban: secret('BR1500000000000010932840814P2') }, ['iban invalid iban_outside_sepa']],
    [{ type: 'bacs' }, ['sort_code blank', 'account_number blank']],
    [
      { type: 'bacs', sort_code: secret('20000'), account_number: secret('1234567') },
      ['sort_code invalid not_a_sort_code', 'account_number invalid not_a_british_account'],
    ],
    [
      { type: 'bacs', sort_code: secret('20OO00'), account_number: secret('123456789') },
      ['sort_code invalid not_a_sort_code', 'account_number invalid not_a_british_account'],
    ],
    [
      {
        type: 'bacs',
        sort_code: secret('200000'),
        account_number: secret('55779911'),
        account_number_confirmation: secret('55779912'),
      },
      ['account_number_confirmation confirmation'],
    ],
    [{ type: 'becs', account_number: secret('123456') }, ['bsb_code blank']],
    [
      { type: 'becs', bsb_code: secret('0620001'), account_number: secret('1234') },
      ['bsb_code invalid not_a_bsb_code', 'account_number invalid not_an_australian_account'],
    ],
    [
      { type: 'becs', bsb_code: secret('062000'), account_number: secret('1234567890') },
      ['account_number invalid not_an_australian_account'],
    ],
  ])('of %o is refused', (raw, expected) => {
    const judged = build().vault.present(site, raw);
    const found = 'issues' in judged ? judged.issues : [];
    expect(found.map(({ field, symbol, reason }) => [field, symbol, reason].filter(Boolean).join(' '))).toEqual(
      expected,
    );
  });

  test.each([
    ['nothing', null, 'blank'],
    ['blanks', '  ', 'blank'],
    ['spaces inside', 'B 1', 'invalid'],
    ['more than fits', 'B'.repeat(256), 'invalid'],
  ])('of an agreement with %s for its id is refused', (_, paypal_billing_agreement_id, symbol) => {
    const judged = build().vault.present(site, { type: 'paypal', paypal_billing_agreement_id });
    expect(judged).toEqual({ issues: [{ field: 'paypal_billing_agreement_id', symbol }] });
  });

  test("is judged by the site's own clock", () => {
    const future = { ...site, clock_offset: 2 * 365 * 86_400 };
    expect(build().vault.present(future, card())).toEqual({ issues: [{ field: 'year', symbol: 'expired' }] });
  });

  test('a card works until its month has ended everywhere', () => {
    const { vault, pass } = build();
    const march = card({ month: '3', year: '2026' });
    pass(Date.parse('2026-04-01T11:59:59Z') - Date.parse('2026-03-15T12:00:00Z'));
    expect(vault.present(site, march)).toHaveProperty('accepted');
    pass(1000);
    expect(vault.present(site, march)).toHaveProperty('issues');
  });
});

describe('a security code', () => {
  const issues = (judged: object) => ('issues' in judged ? judged.issues : 'accepted');

  test('is read once, by a gateway', () => {
    const { vault } = build();
    const judged = vault.presentCode(new Secret(' 123 '), 'Visa');
    if ('issues' in judged) throw new Error('refused');
    expect(vault.readCode(judged.accepted).reveal()).toBe('123');
    expect(() => vault.readCode(judged.accepted)).toThrow('read once');
  });

  test.each<[string, string | null, unknown]>([
    ['', null, [{ field: 'verification_value', symbol: 'blank' }]],
    ['12', null, [{ field: 'verification_value', symbol: 'invalid' }]],
    ['1234', 'Visa', [{ field: 'verification_value', symbol: 'invalid' }]],
    ['1234', 'American Express', 'accepted'],
    ['1234', 'Unknown', 'accepted'],
    ['123', null, 'accepted'],
  ])('%j of %s', (code, card_type, expected) => {
    expect(issues(build().vault.presentCode(new Secret(code), card_type))).toEqual(expected);
  });
});

test('a presented method never prints its numbers', async () => {
  const { vault, tokenFor } = build();
  const presented = await vault.hold(site, await tokenFor());
  const shown = [inspect(presented, { depth: 9, showHidden: true }), JSON.stringify(presented), String(presented)];
  expect(shown.filter((text) => text.includes(NUMBER))).toEqual([]);
  const values = await vault.read(presented, async (read) => inspect(read) + JSON.stringify(read));
  expect(values).not.toContain(NUMBER);
});

test('a vault reads only methods that it presented', async () => {
  const { vault, present } = build();
  const copy = { ...present() } as Presented;
  await expect(vault.read(copy, seen)).rejects.toThrow('not from this vault');
  expect(() => vault.readCode({ is: 'security code' })).toThrow('not from this vault');
});
