import { describe, expect, test } from 'vitest';
import { openTestGateway, production, sandbox } from './gateway.fixture.ts';
import { openGateways, type SiteGateway, sharedGateways } from './gateways.ts';
import { testGateway } from './test/test-gateway.ts';

const ANY = { card_type: 'Visa', country: 'GB' } as const;

describe('the gateway for a payment', () => {
  const { gateways } = openTestGateway();

  test.each([
    ['a card in dollars', { currency: 'USD', type: 'credit_card' }, 'test'],
    ['a card in yen', { currency: 'JPY', type: 'credit_card' }, 'test'],
    ['a bank account in dollars', { currency: 'USD', type: 'bank_account' }, 'test'],
    ['a currency that no gateway accepts, to decline it', { currency: 'XAU', type: 'credit_card' }, 'test'],
    ['a wallet in euros', { currency: 'EUR', type: 'paypal' }, 'test'],
    ['the gateway that is named', { currency: 'USD', type: 'credit_card', gateway_code: 'test' }, 'test'],
    ['one that is not there', { currency: 'USD', type: 'credit_card', gateway_code: 'other' }, undefined],
  ] as const)('of a sandbox site: %s', async (_, wanted, expected) => {
    expect(await gateways.choose(sandbox, { ...ANY, ...wanted })).toBe(expected);
  });

  test('of a production site is never the test gateway', async () => {
    expect(await gateways.choose(production, { ...ANY, currency: 'USD', type: 'credit_card' })).toBeUndefined();
    expect(
      await gateways.choose(production, { ...ANY, currency: 'USD', type: 'credit_card', gateway_code: 'test' }),
    ).toBeUndefined();
    expect(await gateways.choose(production, { ...ANY, currency: 'USD', type: 'paypal' })).toBeUndefined();
  });

  test('is available to the sites that may use it', async () => {
    expect([await gateways.knows(sandbox, 'test'), await gateways.knows(sandbox, 'other')]).toEqual([true, false]);
    expect(await gateways.knows(production, 'test')).toBe(false);
  });

  test('of a site whose wallet is off takes cards and no wallet', async () => {
    const off = { ...sandbox, wallet: false };
    expect(await gateways.choose(off, { ...ANY, currency: 'USD', type: 'paypal' })).toBeUndefined();
    expect(await gateways.choose(off, { ...ANY, currency: 'USD', type: 'credit_card' })).toBe('test');
  });
});

test('a gateway that a site no longer has declines, and rejects look-ups', async () => {
  const { gateways, card, request } = openTestGateway();
  const gone = { ...request(), gateway_code: 'gone', amount_in_cents: 100, merchant_reason_code: null };
  const refused = {
    outcome: 'declined',
    error_code: 'no_gateway',
    error_category: 'configuration',
    gateway_type: 'gone',
  };
  expect(await gateways.verify({ ...gone, method: { presented: card('4111111111111111') } })).toMatchObject(refused);
  expect(await gateways.refund({ ...gone, reference: 'r' })).toMatchObject(refused);
  await expect(gateways.lookup(gone)).rejects.toThrow('no longer has the gateway gone');
});

test('the first of several that accepts the currency is chosen, or the one in the request', async () => {
  const several = openTestGateway({}, { home: null, europe: ['EUR', 'GBP'] });
  const choose = (currency: string, gateway_code?: string) =>
    several.gateways.choose(sandbox, { ...ANY, currency, type: 'credit_card', gateway_code });
  expect([
    await choose('USD'),
    await choose('EUR'),
    await choose('EUR', 'europe'),
    await choose('USD', 'asia'),
  ]).toEqual(['home', 'home', 'europe', undefined]);
  const refused = await several.gateways.purchase({
    ...several.request(),
    gateway_code: 'europe',
    method: { presented: several.card('4111111111111111') },
    amount_in_cents: 100,
    merchant_reason_code: null,
  });
  expect(refused).toMatchObject({ outcome: 'declined', error_code: 'currency_not_supported' });
});

describe('an account that accepts some brands and countries', () => {
  const open = () => {
    const ground = openTestGateway();
    const { vault, log, ids, request, card } = ground;
    const [gateway] = sharedGateways({ any: testGateway({ vault, log, ids, clock: { now: () => 0 } }) });
    const any = gateway as SiteGateway;
    const american: SiteGateway = { ...any, code: 'american', brands: ['American Express'], countries: ['US'] };
    const idle: SiteGateway = { ...any, code: 'idle', active: false };
    const gateways = openGateways(async () => [idle, american, any]);
    const choose = (card_type: string | null, country: string | null, gateway_code?: string) =>
      gateways.choose(sandbox, { currency: 'USD', type: 'credit_card', card_type, country, gateway_code });
    const verify = (gateway_code: string, number: string, country: string) => {
      const billing_address = { ...request().billing_address, country };
      return gateways.verify({ ...request(), gateway_code, billing_address, method: { presented: card(number) } });
    };
    return { ...ground, gateways, choose, verify };
  };

  test('is chosen for them, and the next for others; an inactive one never', async () => {
    const { choose, gateways } = open();
    expect(await choose('American Express', 'US')).toBe('american');
    expect(await choose('Visa', 'US')).toBe('any');
    expect(await choose('American Express', 'GB')).toBe('any');
    expect(await choose('Visa', 'US', 'idle')).toBeUndefined();
    expect(await gateways.knows(sandbox, 'idle')).toBe(false);
  });

  test('is not chosen once it was not reached, nor one that does not accept the payment', async () => {
    const { gateways } = open();
    const choose = (card_type: string, country: string, except: readonly string[]) =>
      gateways.choose(sandbox, { currency: 'USD', type: 'credit_card', card_type, country, except });
    expect(await choose('American Express', 'US', ['american'])).toBe('any');
    expect(await choose('Visa', 'GB', ['any'])).toBeUndefined();
    expect(await choose('American Express', 'US', ['american', 'any'])).toBeUndefined();
  });

  test('declines others by name, without a call', async () => {
    const { verify, log } = open();
    expect(await verify('american', '4111111111111111', 'US')).toMatchObject({ error_code: 'card_type_not_accepted' });
    expect(await verify('american', '378282246310005', 'GB')).toMatchObject({ error_code: 'payment_not_accepted' });
    expect(log.calls).toEqual([]);
    expect(await verify('american', '378282246310005', 'US')).toMatchObject({ outcome: 'succeeded' });
  });

  test('that is inactive still looks up its operations', async () => {
    const { gateways, request } = open();
    expect(await gateways.lookup({ ...request(), gateway_code: 'idle' })).toEqual({ outcome: 'not_found' });
  });
});
