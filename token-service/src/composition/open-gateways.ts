import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { MethodReader } from '@service/billing/ports/vault.ts';
import type { World } from '@service/billing/ports/world.ts';
import { openAdapters } from '../adapters/gateway/adapters.ts';
import { openGateways, sharedGateways } from '../adapters/gateway/gateways.ts';
import { type SiteGatewayDeps, siteGateways } from '../adapters/gateway/site-gateways.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { credentialCipher } from '../adapters/vault/credential-cipher.ts';
import type { Randomness } from '../adapters/vault/random.ts';
import type { Config } from '../config.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import type { Tracing } from './tracing/open-tracing.ts';

interface GatewayParts {
  readonly config: Config;
  readonly opened: OpenStorage;
  readonly world: World;
  readonly vault: MethodReader;
  readonly random: Randomness;
  readonly log: SiteGatewayDeps['log'];
  readonly latency?: ProcessEnvironment['gatewayLatency'];
  /** The browser origin as customers reach it; without it, no customer can confirm a payment. */
  readonly browserUrl?: () => string;
  readonly tracing?: Pick<Tracing, 'traceparent'>;
}

/** Opens the gateways of all sites: their accounts, and the test gateways of sandbox sites without any. */
export const openSiteGateways = (parts: GatewayParts): Gateways => {
  const { config, opened, world, vault, random, log, latency, browserUrl, tracing } = parts;
  const { clock, ids, pause } = world;
  const adapters = openAdapters({
    test: { vault, log: opened.gatewayLog(), clock, ids, ...(latency ? { latency } : {}) },
    stripe: { vault, operations: opened.gatewayOperations(), clock, pause, traceParent: tracing?.traceparent },
  });
  const testGateways = config.testGateways.map(({ code, currencies }) => [
    code,
    adapters.test.open({ credentials: {}, currencies, endpoint: null }),
  ]);
  return openGateways(
    siteGateways({
      accountsOf: (siteId) => opened.storage.of(siteId).gatewayAccounts,
      adapters,
      cipher: credentialCipher(config, random),
      shared: sharedGateways(Object.fromEntries(testGateways)),
      log,
    }),
    browserUrl,
  );
};
