import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Records } from '@service/billing/ports/storage.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { onTestFinished } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testCardNumber } from '../../adapters/gateway/test/test-cards.ts';
import { testWallet } from '../../adapters/gateway/test/test-wallet.ts';
import { openTaxRates } from '../../adapters/tax/rates-file.ts';
import { tableTaxProvider } from '../../adapters/tax/table-provider.ts';
import { aesGcm, tokenKey } from '../../adapters/vault/cipher.ts';
import { lruTokenStore } from '../../adapters/vault/lru-token-store.ts';
import { pooledRandomness } from '../../adapters/vault/random.ts';
import type { TokenStore } from '../../adapters/vault/token-store.ts';
import { openVault } from '../../adapters/vault/vault.ts';
import { application, type Kernel } from '../../http/application.ts';
import { documentOf } from '../../http/files/document.ts';
import { anonymousLimits } from '../../http/limits/anonymous.ts';
import { memoryLimiter } from '../../http/limits/memory-limiter.ts';
import { fingerprints } from '../../runtime/fingerprint.ts';
import { bankDirectory } from './bank-directory.ts';
import { type BrowserOriginDeps, browserOrigin } from './browser-origin.ts';
import type { PaymentActions } from './three-d-secure/challenges.ts';

const site = (id: string, changes: Partial<Site> = {}): Site =>
  ({
    id,
    subdomain: id,
    mode: 'sandbox',
    card_numbers_in_text: 'by_mode',
    keep_events: null,
    keep_mail: null,
    keep_audit: null,
    address_requirement: 'none',
    wallet: true,
    bank_debits: ['bank_account'],
    texts: {},
    clock_offset: 0,
    seller_country: 'US',
    tax_registrations: ['US-CA', 'EU'],
    tokens_per_minute: 3000,
    tokens_per_address: 300,
    ...changes,
  }) as Site;

/** One site for each thing a request depends on, by its public key. */
export const SITES: Readonly<Record<string, Site>> = {
  'demo-public-key': site('demo'),
  'zip-key': site('zip', { address_requirement: 'zip' }),
  'street-key': site('street', { address_requirement: 'street_and_zip' }),
  'full-key': site('full', { address_requirement: 'full' }),
  'production-key': site('production', { mode: 'production' }),
  'german-key': site('german', { company: 'Küste & Söhne', seller_country: 'DE', tax_registrations: ['DE'] }),
  'debits-key': site('debits', { bank_debits: ['sepa', 'bacs', 'becs'] }),
  'no-wallet-key': site('no-wallet', { wallet: false }),
  'narrow-key': site('narrow', { tokens_per_minute: 5, tokens_per_address: 3 }),
  'unlimited-key': site('unlimited', { tokens_per_minute: null, tokens_per_address: null }),
};

export const ADA = {
  key: 'demo-public-key',
  number: '4111111111111111',
  month: '12',
  year: '2030',
  cvv: '123',
  first_name: 'Ada',
  last_name: 'Lovelace',
};

export const ACCOUNT = {
  key: 'demo-public-key',
  routing_number: '123456780',
  account_number: '111111111',
  account_number_confirmation: '111111111',
  account_type: 'checking',
  name_on_account: 'Ada Lovelace',
};

/** A site that sells nothing. */
const emptyCatalogue = { plans: { find: async () => undefined } } as unknown as Records;

const unknownAction = async (): Promise<never> => {
  throw new Failure('not_found');
};

/** No payment waits for a confirmation. */
export const NO_ACTIONS: PaymentActions = { read: unknownAction, start: unknownAction, finish: unknownAction };

/** Replacements of what the origin is composed of. */
interface BrowserParts extends Partial<BrowserOriginDeps>, Partial<Pick<Kernel, 'trustProxy' | 'loggedAddress'>> {
  readonly capacity?: number;
}

/** The browser origin on a port of its own, in March 2026, with everything it logs and keeps in sight. */
export const openBrowserOrigin = async (more: BrowserParts = {}) => {
  const clock = testClock('2026-03-15T12:00:00Z');
  const random = pooledRandomness();
  const lru = lruTokenStore({ clock, capacity: more.capacity ?? 1000 });
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
  const lines: object[] = [];
  const lookUps: string[] = [];
  const alerts: object[] = [];
  const write = (line: object) => void lines.push(line);
  const log = { info: write, error: write } as unknown as Kernel['log'];
  const frame = '<!doctype html><style>a{}</style><body><script>start()</script></body>';
  const deps: BrowserOriginDeps = {
    vault,
    sites: {
      byPublicKey: async (key) => {
        lookUps.push(key);
        return SITES[key];
      },
      byPrivateKey: async (key) => (key === 'demo-private-key' ? {} : undefined),
    },
    banks: bankDirectory(),
    tax: tableTaxProvider(await openTaxRates(null)),
    storage: { of: () => emptyCatalogue },
    wallet: testWallet({ secret: (length) => random.text(length).replace(/[-_]/g, 'x').slice(0, length) }),
    actions: NO_ACTIONS,
    testCards: testCardNumber,
    testBank: { read: async () => undefined, decide: async () => undefined },
    limiter: memoryLimiter(clock),
    anonymous: anonymousLimits(memoryLimiter(clock)),
    alert: async (site, sign) => void alerts.push({ site: site.id, ...sign }),
    clock,
    ids: { uuid: () => 'an-id' },
    log,
    documents: {
      library: documentOf(Buffer.from(`library${';'.repeat(2000)}`)),
      module: documentOf(Buffer.from('module')),
      onDemand: documentOf(Buffer.from('export {};')),
      threeDSecure: documentOf(Buffer.from('export {};')),
      texts: new Map([['de.js', documentOf(Buffer.from('export default {};'))]]),
      wallet: documentOf(Buffer.from('export {};')),
      appearance: documentOf(Buffer.from('export {};')),
      binding: documentOf(Buffer.from('export {};')),
      messages: documentOf(Buffer.from('export {};')),
      theme: documentOf(Buffer.from('export {};')),
      stylesheet: documentOf(Buffer.from('.service-hosted-field{}')),
      frame: documentOf(Buffer.from(frame)),
    },
    settings: { version: '1.2.3', secure: false },
    ...more,
  };
  const { trustProxy = false, loggedAddress } = more;
  const app = application({ log, clock, ids: deps.ids, trustProxy, loggedAddress }, browserOrigin(deps));
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const post = (path: string, fields: Record<string, string>, init: RequestInit = {}) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), ...init });
  const answer = async (response: Response) => ({ status: response.status, body: await response.json() });
  return {
    url,
    port,
    vault,
    lines,
    kept,
    lookUps,
    alerts,
    post,
    pass: (milliseconds: number) => clock.advance({ seconds: milliseconds / 1000 }),
    token: async (fields: Record<string, string>) => answer(await post('/js/v1/token', fields)),
    bankToken: async (fields: Record<string, string>) => answer(await post('/js/v1/tokens', fields)),
    walletToken: async (fields: Record<string, string>) => answer(await post('/js/v1/wallet/agreements', fields)),
    bank: async (query: string) => answer(await fetch(`${url}/js/v1/bank?${query}`)),
    authorization: async (query: string) => answer(await fetch(`${url}/js/v1/bank_authorization?${query}`)),
    tax: async (query: string) => answer(await fetch(`${url}/js/v1/tax?${query}`)),
  };
};

/** `field: message` for each finding of an answer. */
export const findings = ({
  body,
}: {
  body: { error?: { details?: { field: string; messages: string[] }[] } };
}): string[] => (body.error?.details ?? []).map(({ field, messages }) => `${field}: ${messages.join('; ')}`);
