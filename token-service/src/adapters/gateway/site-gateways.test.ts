import type { GatewayAccount } from '@service/billing/domain/gateway-accounts/account.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { expect, test } from 'vitest';
import { tokenKey } from '../vault/cipher.ts';
import { credentialCipher } from '../vault/credential-cipher.ts';
import { pooledRandomness } from '../vault/random.ts';
import { openAdapters } from './adapters.ts';
import { openTestGateway, production, sandbox } from './gateway.fixture.ts';
import { openGateways, sharedGateways } from './gateways.ts';
import { siteGateways } from './site-gateways.ts';
import { memoryOperations } from './stripe/operations.ts';

const random = pooledRandomness();
const keys = { secretsKey: tokenKey(random), previousSecretsKey: null };
const site = { ...sandbox, subdomain: 'acme', gateways_version: 1 };
const later = { ...site, gateways_version: 2 };

const openSite = () => {
  const ground = openTestGateway();
  const adapters = openAdapters({
    test: { ...ground, clock: { now: () => 0 } },
    stripe: {
      ...ground,
      operations: memoryOperations(),
      clock: { now: () => 0, elapsed: () => 1 },
      pause: async () => {},
    },
  });
  const cipher = credentialCipher(keys, random);
  const accounts: GatewayAccount[] = [];
  const logged: string[] = [];
  const add = (code: string, changes: Partial<GatewayAccount> = {}): void => {
    const sealed_credentials = cipher.seal(
      { site_id: site.id, code },
      { notification_secret: new Secret('sk_hidden') },
    );
    const restrictions = { endpoint: null, currencies: null, brands: null, countries: null };
    const account = { code, adapter: 'test', active: true, position: 1, created_at: 0, updated_at: 0 };
    accounts.push({ ...account, ...restrictions, sealed_credentials, ...changes });
  };
  const reads = { count: 0, fail: false };
  const gatewaysOf = siteGateways({
    accountsOf: () => ({
      async all() {
        reads.count += 1;
        if (reads.fail) throw new Error('no database');
        return [...accounts];
      },
    }),
    adapters,
    cipher,
    shared: sharedGateways({ test: adapters.test.open({ credentials: {}, currencies: null, endpoint: null }) }),
    log: { error: (data, message) => logged.push(JSON.stringify({ ...data, message })) },
  });
  const gateways = openGateways(gatewaysOf);
  const choose = (at = site, currency = 'USD', gateway_code?: string) =>
    gateways.choose(at, { currency, type: 'credit_card', card_type: 'Visa', country: 'US', gateway_code });
  return { ...ground, gateways, gatewaysOf, choose, add, accounts, reads, logged };
};

test('a site without accounts has the shared gateways, and a production site none of them', async () => {
  const { choose } = openSite();
  expect(await choose()).toBe('test');
  expect(await choose({ ...site, ...production })).toBeUndefined();
});

test('the accounts of a site are chosen in their order, by what they are for, or by name', async () => {
  const { choose, add } = openSite();
  add('europe', { currencies: ['EUR'] });
  add('amex', { brands: ['American Express'] });
  add('main');
  expect([await choose(), await choose(site, 'EUR'), await choose(site, 'USD', 'amex')]).toEqual([
    'main',
    'europe',
    'amex',
  ]);
});

test('the shared gateway takes no new payments beside accounts, and completes those it took', async () => {
  const { gateways, choose, add, card, request } = openSite();
  const method = { presented: card('4111111111111111') };
  const purchase = { ...request(), site, method, amount_in_cents: 100, merchant_reason_code: null };
  const paid = await gateways.purchase(purchase);
  expect(paid).toMatchObject({ outcome: 'succeeded' });
  add('main');
  expect(await choose(later, 'USD', 'test')).toBeUndefined();
  expect(await choose(later)).toBe('main');
  const refund = { ...request(), site: later, reference: paid.reference ?? '', amount_in_cents: 100 };
  expect(await gateways.refund(refund)).toMatchObject({ outcome: 'succeeded' });
});

test('accounts are read once, and again when a site has a later version', async () => {
  const { choose, add, accounts, reads } = openSite();
  add('first');
  await Promise.all([choose(), choose()]);
  expect(reads.count).toBe(1);
  accounts.length = 0;
  add('second');
  expect(await choose()).toBe('first');
  expect(await choose(later)).toBe('second');
  // A request that read its site earlier.
  expect(await choose()).toBe('second');
  expect(reads.count).toBe(2);
});

test('accounts that could not be read are read by the next request', async () => {
  const { choose, add, reads } = openSite();
  add('main');
  reads.fail = true;
  await expect(choose()).rejects.toThrow('no database');
  reads.fail = false;
  expect(await choose()).toBe('main');
});

test('an account that cannot be opened declines what names it, and no other one', async () => {
  const { gateways, choose, add, accounts, logged, request } = openSite();
  add('main');
  const [main] = accounts;
  add('swapped', { sealed_credentials: main?.sealed_credentials ?? '', position: 0 });
  add('foreign', { adapter: 'removed' });
  expect(await choose()).toBe('main');
  for (const gateway_code of ['swapped', 'foreign']) {
    const named = { ...request(), site, gateway_code, reference: 'r', amount_in_cents: 100 };
    expect(await gateways.capture(named)).toMatchObject({
      outcome: 'declined',
      error_code: 'invalid_gateway_configuration',
      error_category: 'configuration',
    });
    await expect(gateways.lookup(named)).rejects.toThrow(`Gateway account ${gateway_code} of acme cannot be used`);
  }
  expect(logged).toHaveLength(2);
  expect(logged.join()).not.toContain('hidden');
});
