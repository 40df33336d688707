import type { RawMethod } from '@service/billing/domain/billing-info/payment-method.ts';
import type { Presented } from '@service/billing/ports/vault.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { Secret } from '@service/billing/values/secret.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { testClock } from '../../../test/clock.ts';
import { fingerprints } from '../../runtime/fingerprint.ts';
import { randomIds } from '../../runtime/world.ts';
import { aesGcm, tokenKey } from '../vault/cipher.ts';
import { lruTokenStore } from '../vault/lru-token-store.ts';
import { pooledRandomness } from '../vault/random.ts';
import { openVault } from '../vault/vault.ts';
import { memoryGatewayLog } from './gateway-log.ts';
import { openGateways, sharedGateways } from './gateways.ts';
import { type TestGatewayDeps, testGateway } from './test/test-gateway.ts';

export const sandbox = { id: 'site-1', mode: 'sandbox', wallet: true, clock_offset: 0 } as Site;
export const production = { id: 'site-2', mode: 'production', wallet: true, clock_offset: 0 } as Site;

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  name_on_account: null,
  address1: null,
  address2: null,
  city: null,
  state: null,
  zip: null,
  country: 'GB',
  phone: null,
};

/** A vault and the test gateway, in March 2026. */
export const openTestGateway = (
  more: Partial<TestGatewayDeps> = {},
  currencies: Readonly<Record<string, readonly string[] | null>> = { test: null },
  siteTime: () => Seconds = () => Date.parse('2026-03-15T12:00:00Z') / 1000,
) => {
  const clock = testClock('2026-03-15T12:00:00Z');
  const random = pooledRandomness();
  const store = lruTokenStore({ clock });
  const vault = openVault({
    store,
    cipher: aesGcm(tokenKey(random), random),
    random,
    fingerprint: fingerprints(tokenKey(random)),
    clock,
  });
  const log = memoryGatewayLog();
  const ids = randomIds(clock);
  const opened = Object.entries(currencies).map(
    ([code, accepted]) =>
      [
        code,
        testGateway({ vault, log, clock, ids, ...more }, { credentials: {}, currencies: accepted, endpoint: null }),
      ] as const,
  );
  const shared = sharedGateways(Object.fromEntries(opened));
  const gateways = openGateways(
    async () => shared,
    () => 'http://127.0.0.1:3001',
  );

  const present = (raw: RawMethod): Presented => {
    const judged = vault.present(sandbox, raw);
    if ('issues' in judged) throw new Error(JSON.stringify(judged.issues));
    return judged.accepted;
  };
  const card = (number: string, code = '123'): Presented =>
    present({
      type: 'credit_card',
      number: new Secret(number),
      month: 12,
      year: 2030,
      verification_value: new Secret(/^3[47]/.test(number) && code ? `${code}4` : code),
    });
  const account = (number: string): Presented =>
    present({
      type: 'bank_account',
      routing_number: '123456780',
      account_number: new Secret(number),
      account_type: 'checking',
    });
  const agreement = (paypal_billing_agreement_id: string): Presented =>
    present({ type: 'paypal', paypal_billing_agreement_id });
  const code = (digits: string) => {
    const judged = vault.presentCode(new Secret(digits));
    if ('issues' in judged) throw new Error(JSON.stringify(judged.issues));
    return judged.accepted;
  };

  let calls = 0;
  /** The common fields of a request, with a new key unless one is passed. */
  const request = () => ({
    site: sandbox,
    gateway_code: 'test',
    key: `key-${++calls}`,
    currency: 'USD',
    at: siteTime(),
    correlation: 'request-1',
    billing_address: ADDRESS,
    network_preference: null,
    email: 'ada@example.com',
    ip_address: null,
    initiator: 'customer' as const,
    network_transaction_id: null,
    descriptor: 'Example',
    confirmed_action: null,
  });
  return { vault, gateways, log, card, account, present, agreement, code, ids, request };
};
