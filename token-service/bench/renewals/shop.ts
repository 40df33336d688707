import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import { dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { openAttempts } from '../../src/adapters/attempts/attempts.ts';
import { memoryAttempts } from '../../src/adapters/attempts/memory-attempts.ts';
import { memoryGatewayLog } from '../../src/adapters/gateway/gateway-log.ts';
import { openGateways, sharedGateways } from '../../src/adapters/gateway/gateways.ts';
import { testGateway } from '../../src/adapters/gateway/test/test-gateway.ts';
import { openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { openTaxRates } from '../../src/adapters/tax/rates-file.ts';
import { tableTaxProvider } from '../../src/adapters/tax/table-provider.ts';
import { aesGcm, tokenKey } from '../../src/adapters/vault/cipher.ts';
import { lruTokenStore } from '../../src/adapters/vault/lru-token-store.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openVault } from '../../src/adapters/vault/vault.ts';
import { openExporter } from '../../src/composition/open-exporter.ts';
import { reportFiles } from '../../src/documents/csv/report-files.ts';
import { fingerprints } from '../../src/runtime/fingerprint.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';

/** Opens the due work of the demo site in this process. The gateway answers at once and keeps no log. */
export const openRenewals = async (config: StorageConfig) => {
  const world = openWorld(machineClock);
  const { clock, ids } = world;
  const opened = await openStorage(config, world);
  const random = pooledRandomness();
  const fingerprint = fingerprints(tokenKey(random));
  const vault = openVault({
    store: lruTokenStore({ clock }),
    cipher: aesGcm(tokenKey(random), random),
    random,
    fingerprint,
    clock,
  });
  const forgetful = { ...memoryGatewayLog(), find: async () => undefined, append: async () => true };
  const shared = sharedGateways({ test: testGateway({ vault, log: forgetful, clock, ids }) });
  const paying = {
    storage: withEvents(opened.storage, world),
    gateways: openGateways(async () => shared),
    world,
  };
  const deps = {
    ...paying,
    intents: intentsOf(paying),
    attempts: openAttempts({ store: memoryAttempts(clock), fingerprint, ids, alert: async () => {} }),
    tax: tableTaxProvider(await openTaxRates(null)),
  };
  const exporter = openExporter({ dataDir: ':memory:', databaseUrl: null }, undefined);
  const kinds = dueKinds({ ...deps, reportFiles, exporter, isEnding: () => false });
  const due = dueWork(deps, kinds);
  return {
    /** Reads the next items of all kinds that are due now, at most `limit` of each. Returns how many there are. */
    async read(limit: number): Promise<number> {
      const records = deps.storage.of(((await opened.sites.find('demo')) as Site).id);
      const until = Math.floor(clock.now() / 1000);
      const found = await Promise.all(kinds.map(({ next }) => next(records, until, limit)));
      return found.flat().length;
    },
    async drain(): Promise<number> {
      return due.drain((await opened.sites.find('demo')) as Site);
    },
    close: () => opened.close(),
  };
};
