import { Secret } from '@service/billing/values/secret.ts';
import { describe, expect, test } from 'vitest';
import { ADA, findings, openBrowserOrigin, SITES } from './browser-origin.fixture.ts';

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(ADA).filter(([name]) => !names.includes(name)));

describe('a card', () => {
  test('becomes a token that says what may be known of it', async () => {
    const { token } = await openBrowserOrigin();
    expect(await token(ADA)).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^[\w-]{24}$/),
        type: 'credit_card',
        card: {
          brand: 'visa',
          first_six: '411111',
          last_four: '1111',
          exp_month: 12,
          exp_year: 2030,
          issuing_country: null,
          funding_source: null,
        },
      },
    });
  });

  test.each([
    ['a 13-digit', '4222222222222', { brand: 'visa', first_six: '42', last_four: '2222' }],
    ['a 12-digit', '630400000000', { brand: 'maestro', first_six: '63', last_four: '0000' }],
  ])('of %s number shows at most half of the digits', async (_, number, shown) => {
    const { token } = await openBrowserOrigin();
    expect((await token({ ...ADA, number })).body.card).toMatchObject(shown);
  });

  test('of a production site is refused while another field contains its number', async () => {
    const { token } = await openBrowserOrigin();
    const typed = { ...ADA, first_name: '4111 1111 1111 1111', phone: '+4915123456787' };
    const refused = await token({ ...typed, key: 'production-key' });
    expect(refused.status).toBe(422);
    expect(findings(refused)).toEqual(['first_name: must not contain a card number']);
    expect(JSON.stringify(refused.body)).not.toContain('1111');
    expect((await token(typed)).status).toBe(200);
  });

  test('is in the vault with the network address of the customer', async () => {
    const { token, vault } = await openBrowserOrigin();
    const { body } = await token(ADA);
    expect((await vault.hold(SITES['demo-public-key']!, body.id)).address).toMatch(/127\.0\.0\.1$/);
  });

  test('is in the vault with the network that its holder prefers', async () => {
    const { token, vault } = await openBrowserOrigin();
    const { body } = await token({ ...ADA, card_network_preference: 'cartes_bancaires' });
    const { holder } = await vault.hold(SITES['demo-public-key']!, body.id);
    expect(holder).toMatchObject({ card_network_preference: 'CartesBancaires' });
    const unknown = await token({ ...ADA, card_network_preference: 'rupees' });
    expect(unknown.status).toBe(422);
    expect(findings(unknown)).toEqual(['card_network_preference: is invalid']);
  });

  test('is in the vault with the name and address of its holder', async () => {
    const { token, vault } = await openBrowserOrigin();
    const address = { address1: '1 Market St', postal_code: '94105', country: 'us', company: 'Zoë & Söhne' };
    const { body } = await token({ ...ADA, ...address, version: '0.1.0', 'browser[language]': 'en', risk: 'x' });
    const presented = await vault.hold(SITES['demo-public-key']!, body.id);
    expect(presented.holder).toEqual({
      first_name: 'Ada',
      last_name: 'Lovelace',
      company: 'Zoë & Söhne',
      address1: '1 Market St',
      zip: '94105',
      country: 'US',
    });
    const read = await vault.read(presented, async (values) => values);
    expect(read).toMatchObject({ number: new Secret(ADA.number), month: 12, year: 2030 });
    expect(read.type === 'credit_card' && [read.number.reveal(), read.verification_value?.reveal()]).toEqual([
      ADA.number,
      '123',
    ]);
  });

  test('makes another token each time', async () => {
    const { token } = await openBrowserOrigin();
    const ids = await Promise.all([1, 2, 3].map(async () => (await token(ADA)).body.id));
    expect(new Set(ids).size).toBe(3);
  });

  test.each<[string, Record<string, string>, string, number]>([
    ['with spaces and dashes', { number: '4111 1111-1111 1111' }, 'visa', 2030],
    ['with a year of two digits', { year: '31' }, 'visa', 2031],
    ['of another brand', { number: '378282246310005', cvv: '1234' }, 'american_express', 2030],
    ['of an unknown brand', { number: '9111111111111110' }, 'unknown', 2030],
    ['without a security code', { cvv: '' }, 'visa', 2030],
  ])('%s is accepted', async (_, changes, brand, exp_year) => {
    const { token } = await openBrowserOrigin();
    expect(await token({ ...ADA, ...changes })).toMatchObject({ status: 200, body: { card: { brand, exp_year } } });
  });
});

describe('a card that is refused', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'nothing but a key',
      { key: ADA.key },
      [
        "number: can't be blank",
        "month: can't be blank",
        "year: can't be blank",
        "first_name: can't be blank",
        "last_name: can't be blank",
      ],
    ],
    ['blanks', { ...ADA, first_name: '   ' }, ["first_name: can't be blank"]],
    ['a wrong check digit', { ...ADA, number: '4111111111111112' }, ['number: is not a card number']],
    ['a month of 13', { ...ADA, month: '13' }, ['month: must be a month from 1 to 12']],
    ['a year of three digits', { ...ADA, year: '203' }, ['year: must be a year of two or four digits']],
    ['a month that is past', { ...ADA, month: '2', year: '26' }, ['year: is past: the card has expired']],
    ['a short code', { ...ADA, cvv: '12' }, ['cvv: must be the three or four digits printed on the card']],
    [
      "another brand's code",
      { ...ADA, number: '378282246310005' },
      ['cvv: must be the three or four digits printed on the card'],
    ],
    ['no such country', { ...ADA, country: 'XX' }, ['country: must be a country code of two letters (ISO 3166-1)']],
    ['a long name', { ...ADA, first_name: 'A'.repeat(256) }, ['first_name: is too long (maximum is 255 characters)']],
    [
      'a long postal code',
      { ...ADA, postal_code: '9'.repeat(51) },
      ['postal_code: is too long (maximum is 50 characters)'],
    ],
    ['a control character', { ...ADA, city: 'San\u0000Francisco' }, ['city: is invalid']],
    [
      'more than one thing',
      { ...ADA, number: '1', last_name: '' },
      ['number: is not a card number', "last_name: can't be blank"],
    ],
  ])('for %s', async (_, fields, expected) => {
    const { token, kept } = await openBrowserOrigin();
    const answer = await token(fields);
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-parameter', message: 'Some fields are missing or invalid; see `details`.' } },
    });
    expect(findings(answer)).toEqual(expected);
    expect(answer.body.error.fields).toEqual(expected.map((finding) => finding.split(':')[0]));
    expect(kept).toEqual([]);
  });

  test.each([
    ['zip-key', ['postal_code']],
    ['street-key', ['address1', 'postal_code']],
    ['full-key', ['address1', 'city', 'state', 'postal_code', 'country']],
  ])('for lack of what the site of %s wants to know', async (key, fields) => {
    const { token } = await openBrowserOrigin();
    const answer = await token({ ...ADA, key });
    expect(answer.status).toBe(422);
    expect([...answer.body.error.fields].sort()).toEqual([...fields].sort());

    const address = {
      address1: '1 Market St',
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94105',
      country: 'US',
    };
    expect((await token({ ...ADA, key, ...address })).status).toBe(200);
  });
});

describe('a public key', () => {
  test.each([['unknown'], [''], ['x'.repeat(1000)]])('%.10s is refused', async (key) => {
    const { token } = await openBrowserOrigin();
    expect(await token({ ...ADA, key })).toMatchObject({
      status: 403,
      body: { error: { code: 'invalid-public-key' } },
    });
    expect(await token(without('key'))).toMatchObject({ status: 403 });
  });

  test('is not a private key, which must never be in a page', async () => {
    const { token } = await openBrowserOrigin();
    const { status, body } = await token({ ...ADA, key: 'demo-private-key' });
    expect([status, body.error.code]).toEqual([403, 'invalid-public-key']);
    expect(body.error.message).toMatch(/^This is a private key, which must never be in a page/);
    expect(body.error.message).not.toContain('demo-private-key');
  });

  test('is looked up once in five seconds, whether it is one or not', async () => {
    const { token, lookUps, pass } = await openBrowserOrigin();
    for (let i = 0; i < 3; i++) await token(ADA);
    for (let i = 0; i < 3; i++) await token({ ...ADA, key: 'unknown' });
    expect(lookUps).toEqual(['demo-public-key', 'unknown']);
    pass(5001);
    await token(ADA);
    expect(lookUps).toEqual(['demo-public-key', 'unknown', 'demo-public-key']);
  });

  test('is looked up again when that failed', async () => {
    let failing = true;
    const byPublicKey = async (key: string) => {
      if (failing) throw new Error('storage is away');
      return SITES[key];
    };
    const { token } = await openBrowserOrigin({ sites: { byPublicKey, byPrivateKey: async () => undefined } });
    expect((await token(ADA)).status).toBe(500);
    failing = false;
    expect((await token(ADA)).status).toBe(200);
  });
});

test('a full vault answers 503, and when to come back', async () => {
  const { token, post } = await openBrowserOrigin({ capacity: 1 });
  expect((await token(ADA)).status).toBe(200);
  const response = await post('/js/v1/token', ADA);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ error: { code: 'api-error' } });
});
