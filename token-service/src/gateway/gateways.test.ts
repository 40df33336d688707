import { describe, expect, test } from 'vitest';
import { openTestGateway, production, sandbox } from './gateway.fixture.ts';

describe('the gateway for a payment', () => {
  const { gateways } = openTestGateway();

  test.each([
    ['a card in dollars', { currency: 'USD', type: 'credit_card' }, 'test'],
    ['a card in yen', { currency: 'JPY', type: 'credit_card' }, 'test'],
    ['a bank account in dollars', { currency: 'USD', type: 'bank_account' }, 'test'],
    ['a currency nobody takes, to say so', { currency: 'XAU', type: 'credit_card' }, 'test'],
    ['a wallet in euros', { currency: 'EUR', type: 'paypal' }, 'test'],
    ['the gateway that is named', { currency: 'USD', type: 'credit_card', gateway_code: 'test' }, 'test'],
    ['one that is not there', { currency: 'USD', type: 'credit_card', gateway_code: 'other' }, undefined],
  ] as const)('of a sandbox site: %s', (_, wanted, expected) => {
    expect(gateways.choose(sandbox, wanted)).toBe(expected);
  });

  test('of a production site is never the test gateway', () => {
    expect(gateways.choose(production, { currency: 'USD', type: 'credit_card' })).toBeUndefined();
    expect(gateways.choose(production, { currency: 'USD', type: 'credit_card', gateway_code: 'test' })).toBeUndefined();
    expect(gateways.choose(production, { currency: 'USD', type: 'paypal' })).toBeUndefined();
  });

  test('is known to the sites that may use it', () => {
    expect([gateways.knows(sandbox, 'test'), gateways.knows(sandbox, 'other')]).toEqual([true, false]);
    expect(gateways.knows(production, 'test')).toBe(false);
  });

  test('of a site whose wallet is off takes cards and no wallet', () => {
    const off = { ...sandbox, wallet: false };
    expect(gateways.choose(off, { currency: 'USD', type: 'paypal' })).toBeUndefined();
    expect(gateways.choose(off, { currency: 'USD', type: 'credit_card' })).toBe('test');
  });
});

test('a record whose gateway is not configured any more is answered no_gateway', async () => {
  const { gateways, code, request } = openTestGateway();
  const gone = { ...request(), gateway_code: 'gone', reference: 'r' };
  const refused = { outcome: 'declined', error_code: 'no_gateway', gateway_type: 'gone' };
  expect(await gateways.verify({ ...gone, method: { reference: 'r' } })).toMatchObject(refused);
  expect(await gateways.verifyCode({ ...gone, code: code('123') })).toMatchObject(refused);
  expect(await gateways.reverse(gone)).toBeUndefined();
});

test('of several is the first that takes the currency, or the one that is named', async () => {
  const several = openTestGateway({}, [{ code: 'home' }, { code: 'europe', takes: ['EUR', 'GBP'] }]);
  const choose = (currency: string, gateway_code?: string) =>
    several.gateways.choose(sandbox, { currency, type: 'credit_card', gateway_code });
  expect([choose('USD'), choose('EUR'), choose('EUR', 'europe'), choose('USD', 'asia')]).toEqual([
    'home',
    'home',
    'europe',
    undefined,
  ]);
  const refused = await several.gateways.charge({
    ...several.request(),
    gateway_code: 'europe',
    action: 'purchase',
    method: { presented: several.card('4111111111111111') },
    amount_in_cents: 100,
    recurring: false,
  });
  expect(refused).toMatchObject({ outcome: 'declined', error_code: 'currency_not_supported' });
});
