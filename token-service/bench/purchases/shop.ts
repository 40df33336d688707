import { setImmediate } from 'node:timers/promises';
import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import { watchRevenue } from '@service/billing/engine/recording/revenue/watch-revenue.ts';
import type { Records, Storage } from '@service/billing/ports/storage.ts';
import { purchase } from '@service/billing/resources/purchase.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { seedCatalogue } from '../../seed/catalogue.ts';
import { seedDemo } from '../../seed/demo.ts';
import { openAttempts } from '../../src/adapters/attempts/attempts.ts';
import { memoryAttempts } from '../../src/adapters/attempts/memory-attempts.ts';
import { memoryGatewayLog } from '../../src/adapters/gateway/gateway-log.ts';
import { openGateways, sharedGateways } from '../../src/adapters/gateway/gateways.ts';
import { testGateway } from '../../src/adapters/gateway/test/test-gateway.ts';
import type { Database } from '../../src/adapters/storage/database.ts';
import { recordsOf } from '../../src/adapters/storage/records/index.ts';
import { openDatabase, openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { openTaxRates } from '../../src/adapters/tax/rates-file.ts';
import { tableTaxProvider } from '../../src/adapters/tax/table-provider.ts';
import { aesGcm, tokenKey } from '../../src/adapters/vault/cipher.ts';
import { lruTokenStore } from '../../src/adapters/vault/lru-token-store.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { openVault } from '../../src/adapters/vault/vault.ts';
import { endpoints, lists } from '../../src/apis/xml/endpoints.ts';
import { exportedFiles } from '../../src/composition/open-exporter.ts';
import { english } from '../../src/documents/messages/en/index.ts';
import { addressBook } from '../../src/documents/xml/address-book.ts';
import { parse } from '../../src/documents/xml/codec/parse.ts';
import { read } from '../../src/documents/xml/codec/read.ts';
import { render } from '../../src/documents/xml/codec/write.ts';
import { fingerprints } from '../../src/runtime/fingerprint.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { openSpent } from './spent.ts';

const VERSION = '2.19';

const request = (): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><purchase><account><account_code>${crypto.randomUUID()}</account_code>` +
      '<email>ada@example.com</email><first_name>Ada</first_name><last_name>Lovelace</last_name><billing_info>' +
      '<first_name>Ada</first_name><last_name>Lovelace</last_name><address1>1 Market Street</address1><city>San Francisco</city>' +
      '<state>CA</state><zip>94105</zip><country>US</country><number>4111111111111111</number><month>12</month><year>2040</year>' +
      '</billing_info></account><currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code>' +
      '<subscription_add_ons><subscription_add_on><add_on_code>storm-alerts</add_on_code><quantity>2</quantity></subscription_add_on>' +
      '</subscription_add_ons></subscription></subscriptions><adjustments><adjustment><unit_amount_in_cents>1250</unit_amount_in_cents>' +
      '<description>Oilskins</description></adjustment></adjustments></purchase>',
  );

/** Opens the purchase endpoint in this process, on a storage that times every statement. */
export const openCounter = async (config: StorageConfig) => {
  const spent = openSpent();
  const world = openWorld(machineClock);
  const { clock, ids } = world;
  const opened = await openStorage(config, world);
  await seedDemo(opened.administration, world);
  await seedCatalogue({ ...opened, world });
  const site = (await opened.sites.find('demo')) as Site;

  const engine: Database = await openDatabase(config);
  const database = spent.watch(engine);
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work;
    } finally {
      spent.add('storage', performance.now() - began);
    }
  };
  const reading: Database = {
    ...database,
    all: (sql, values) => timed(database.all(sql, values)),
    get: (sql, values) => timed(database.get(sql, values)),
  };
  const storage: Storage = {
    of: (siteId) => recordsOf(reading, siteId, clock),
    snapshot: (read) => read({ of: (siteId) => recordsOf(reading, siteId, clock) }),
    transaction: (siteId, work, { numbering, account } = {}) =>
      timed(
        database.transaction(
          async (queries) => {
            const revenue = watchRevenue(recordsOf(queries, siteId, clock), world);
            const value = await work(withoutEvents(revenue.records));
            await revenue.recordMovements();
            return value;
          },
          siteId,
          { serial: numbering, account },
        ),
      ),
  };
  const random = pooledRandomness();
  const vault = openVault({
    store: lruTokenStore({ clock }),
    cipher: aesGcm(tokenKey(random), random),
    random,
    fingerprint: fingerprints(tokenKey(random)),
    clock,
  });
  const forgetful = { ...memoryGatewayLog(), find: async () => undefined, append: async () => true };
  const shared = sharedGateways({ test: testGateway({ vault, log: forgetful, clock, ids }) });
  const gateways = openGateways(async () => shared);
  const attempts = openAttempts({
    store: memoryAttempts(clock),
    fingerprint: fingerprints(tokenKey(random)),
    ids,
    alert: async () => {},
  });
  const tax = tableTaxProvider(await openTaxRates(null));
  const deps = {
    storage,
    sites: opened.sites,
    administration: opened.administration,
    vault,
    gateways,
    attempts,
    world,
    intents: intentsOf({ storage, gateways, world }),
    tax,
  };
  const all = endpoints({
    ...deps,
    printer: { print: async () => Buffer.alloc(0) },
    compose: () => Promise.reject(new Error('No mail is read.')),
    exported: exportedFiles(undefined),
    runDueWork: async () => {},
  });
  const address = addressBook([...all, ...lists(deps)])('http://localhost:3000', VERSION);
  const create = all.find(({ name }) => name === 'create_purchase');
  if (!create) throw new Error('There is no such endpoint.');

  return {
    spent,
    async buy(): Promise<void> {
      const bytes = request();
      const began = performance.now();
      const body = parse(bytes);
      // The purchase reads it again; the time that took cannot be measured from outside.
      read(purchase, body, { version: VERSION, mode: 'create' });
      const parsed = performance.now();
      const answer = await create.handle({
        caller: { site, actor: 'key:bench', at: siteTime(site, clock), correlation: ids.uuid() },
        version: VERSION,
        params: {},
        query: new URLSearchParams(),
        body,
        words: english,
        languages: '',
        origin: 'http://localhost',
        accepts: 'application/xml',
        turn: setImmediate,
      });
      const sold = performance.now();
      if (answer.is !== 'record') throw new Error(JSON.stringify(answer));
      render(answer.resource, answer.record, { version: VERSION, address });
      spent.add('parsing', parsed - began);
      spent.add('rendering', performance.now() - sold);
      spent.add('selling', sold - parsed);
      spent.request();
    },
    /**
     * Gathers what plans are chosen by, as a server with autovacuum does after so many rows: plans that were prepared
     * for empty tables read all rows of a site.
     */
    async analyze(): Promise<void> {
      if (engine.engine === 'postgres') await engine.run('ANALYZE');
    },
    async close(): Promise<void> {
      await engine.close();
      await opened.close();
    },
  };
};

/** Purchases are measured without their events, like the rows that the baseline writes. */
const withoutEvents = (records: Records): Records => ({
  ...records,
  events: { ...records.events, say() {}, endPart() {} },
});
