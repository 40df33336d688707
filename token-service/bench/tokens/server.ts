/**
 * One server under load in a separate process: `bare`, a `node:http` server that reads the body and answers with as
 * many bytes, or `tokens`, the browser origin with every feature on. Reports its port, then answers each message with
 * the resources used so far.
 */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Records } from '@service/billing/ports/storage.ts';
import type { Site } from '@service/billing/resources/site.ts';
import pino from 'pino';
import { openTaxRates } from '../../src/adapters/tax/rates-file.ts';
import { tableTaxProvider } from '../../src/adapters/tax/table-provider.ts';
import { aesGcm, tokenKey } from '../../src/adapters/vault/cipher.ts';
import { keepSwept, lruTokenStore } from '../../src/adapters/vault/lru-token-store.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openVault } from '../../src/adapters/vault/vault.ts';
import { bankDirectory } from '../../src/apis/browser/bank-directory.ts';
import { browserOrigin } from '../../src/apis/browser/browser-origin.ts';
import { application } from '../../src/http/application.ts';
import { documentOf } from '../../src/http/files/document.ts';
import { anonymousLimits } from '../../src/http/limits/anonymous.ts';
import { memoryLimiter } from '../../src/http/limits/memory-limiter.ts';
import { noLimits } from '../../src/http/limits/rate-limiter.ts';
import { fingerprints } from '../../src/runtime/fingerprint.ts';
import { standardOutput } from '../../src/runtime/log.ts';
import { machineClock, randomIds } from '../../src/runtime/world.ts';

const tokensOnly = async (): Promise<never> => {
  throw new Error('The benchmark has no payments that wait for a confirmation.');
};

/** The resources that the server has used since it started. */
export interface Usage {
  /** Microseconds of CPU, user and system. */
  readonly cpu: number;
  /** Bytes of memory. */
  readonly rss: number;
}

/** More tokens than a run creates. */
const ROOM = 5_000_000;
const PLENTY = 100_000_000;

const bare = (): RequestListener => {
  const answer = `{"id":"${'x'.repeat(24)}","type":"credit_card","card":{"brand":"visa","first_six":"411111","last_four":"1111","exp_month":12,"exp_year":2040,"issuing_country":null,"funding_source":null}}`;
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Content-Length', answer.length);
      response.end(body?.length ? answer : '');
    });
  };
};

/** Composed as in the service, with limits that count every request and reject none. */
const tokens = async (): Promise<RequestListener> => {
  const clock = machineClock;
  const random = pooledRandomness();
  const store = lruTokenStore({ clock, capacity: ROOM, perSite: ROOM });
  keepSwept(store);
  const site = {
    id: 'demo',
    mode: 'sandbox',
    address_requirement: 'none',
    clock_offset: 0,
    tokens_per_minute: PLENTY,
    tokens_per_address: PLENTY,
  } as Site;
  const empty = documentOf(Buffer.from(''));
  const log = pino({ base: null }, standardOutput());
  const ids = randomIds(clock);
  const steps = browserOrigin({
    vault: openVault({
      store,
      cipher: aesGcm(tokenKey(random), random),
      random,
      fingerprint: fingerprints(tokenKey(random)),
      clock,
    }),
    sites: {
      byPublicKey: async (key) => (key === 'demo-public-key' ? site : undefined),
      byPrivateKey: async () => undefined,
    },
    banks: bankDirectory(),
    tax: tableTaxProvider(await openTaxRates(null)),
    storage: { of: () => ({}) as Records },
    limiter: memoryLimiter(clock),
    anonymous: anonymousLimits(noLimits),
    alert: async () => {},
    clock,
    ids,
    log,
    actions: { read: tokensOnly, start: tokensOnly, finish: tokensOnly },
    testCards: () => undefined,
    testBank: { read: tokensOnly, decide: tokensOnly },
    documents: {
      library: empty,
      module: empty,
      stylesheet: empty,
      frame: empty,
      onDemand: empty,
      threeDSecure: empty,
      texts: new Map(),
      wallet: empty,
      appearance: empty,
      binding: empty,
      messages: empty,
      theme: empty,
    },
    settings: { version: '1', secure: false },
  });
  return application({ log, clock, ids, trustProxy: false }, steps).callback();
};

const server = createServer(process.argv[2] === 'bare' ? bare() : await tokens());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() } satisfies Usage);
});
process.on('disconnect', () => process.exit());
