import type { Records } from '@service/billing/ports/storage.ts';
import { resources } from '@service/billing/resources/index.ts';
import { columnsOf } from '@service/billing/resources/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { siteRecords } from './records/sites.ts';
import { type OpenStorage, openEngine, openStorage, type StorageConfig } from './storage.ts';
import { accountSessionsBehave } from './testing/account-sessions.contract.ts';
import { accountsBehave } from './testing/accounts.contract.ts';
import { belongingsBehave } from './testing/belongings.contract.ts';
import { discountsBehave } from './testing/discounts.contract.ts';
import { dueBehaves } from './testing/due.contract.ts';
import { dunningBehaves } from './testing/dunning.contract.ts';
import { gatewayAccountsBehave } from './testing/gateway-accounts.contract.ts';
import { notificationsBehave } from './testing/gateway-notifications.contract.ts';
import { gatewayOperationsBehave } from './testing/gateway-operations.contract.ts';
import { gatewayOutagesBehave } from './testing/gateway-outages.contract.ts';
import { listsPage } from './testing/lists.contract.ts';
import { observed, operationsOf } from './testing/observed.ts';
import { pagingBehaves } from './testing/paging.contract.ts';
import { paymentActionsBehave } from './testing/payment-actions.contract.ts';
import { plansBehave } from './testing/plans.contract.ts';
import { aSite, NOON } from './testing/samples.ts';
import { sellingBehaves } from './testing/selling.contract.ts';
import { sitesBehave } from './testing/sites.contract.ts';
import { tenancyHolds } from './testing/tenancy.contract.ts';
import { usagesBehave } from './testing/usages.contract.ts';
import { webhooksBehave } from './testing/webhooks.contract.ts';
import { workBehaves } from './testing/work.contract.ts';

/** The setup of the contract suites: opened storage with three sites, a clock that they set, and the engine. */
export interface Ground {
  readonly open: OpenStorage;
  readonly engine: Database;
  /** The nth site's records; there are sites 1 to 3. */
  readonly of: (site: number) => Records;
  readonly siteId: (site: number) => string;
  /** Milliseconds of the system clock. */
  readonly clock: { at: number };
}

/** Which table holds the records of a resource; null: computed when asked for. */
const TABLES: Readonly<Record<string, string | null>> = {
  account: 'accounts',
  account_balance: null,
  clock: null,
  mailbox: null,
  export_date: null,
  export_file: null,
  account_acquisition: 'account_acquisitions',
  note: 'account_notes',
  shipping_address: 'shipping_addresses',
  billing_info: 'billing_infos',
  subscription: 'subscriptions',
  adjustment: 'adjustments',
  invoice: 'invoices',
  invoice_collection: null,
  credit_payment: 'credit_payments',
  transaction: 'transactions',
  plan: 'plans',
  add_on: 'plan_add_ons',
  measured_unit: 'measured_units',
  usage: 'usages',
  coupon: 'coupons',
  redemption: 'redemptions',
  gift_card: 'gift_cards',
};

/** The contract of the storage ports, for every engine. `configure` returns an empty database. */
export const behavesLikeStorage = (configure: () => Promise<StorageConfig>): void => {
  const clock = { at: NOON * 1000 };
  const world = { clock: { now: () => clock.at } };
  let config: StorageConfig;
  let opened: Ground;
  const called = new Set<string>();

  beforeAll(async () => {
    config = await configure();
    const open = observedStorage(await openStorage(config, world), called);
    const engine = await openEngine(config);
    const siteId = (site: number): string => aSite(site).id;
    opened = { open, engine, siteId, of: (site) => open.storage.of(siteId(site)), clock };
    for (const site of [1, 2, 3]) await open.sites.add(aSite(site));
  });
  afterAll(async () => {
    await opened.engine.close();
    await opened.open.close();
  });
  const ground = (): Ground => opened;

  describe('the schema', () => {
    test.each(resources.map((resource) => [resource.name, resource] as const))(
      'has a column for every stored field of %s',
      async (name, resource) => {
        const table = TABLES[name];
        expect(table, `say in TABLES where ${name} is kept`).not.toBeUndefined();
        if (!table) return;
        const names = columnsOf(resource).map((column) => column.name);
        expect(await ground().engine.all(`SELECT ${names.join(', ')} FROM ${table} WHERE 1 = 0`)).toEqual([]);
      },
    );

    test('begins every unique key and index with the site', async () => {
      const tables = (await ground().engine.all(TABLE_NAMES[ground().engine.engine])).map((row) => String(row.name));
      expect(tables).toContain('accounts');
      const strays: string[] = [];
      for (const name of tables.filter((table) => !['sites', 'migrations', 'gateway_log'].includes(table))) {
        for (const index of await indexesOf(ground().engine, name)) {
          if (index.columns[0] !== 'site_id') strays.push(`${name} (${index.columns})`);
        }
      }
      // A key is found by its own id and by its digest, an account by part of its login token, before the site is
      // known.
      expect(strays.sort()).toEqual(['accounts (expression)', 'api_keys (hash)', 'api_keys (id)']);
    });

    test('is migrated once, also by two processes that start together', async () => {
      const before = await ground().engine.all('SELECT * FROM migrations');
      const again = await Promise.all([openStorage(config, world), openStorage(config, world)]);
      for (const { close } of again) await close();
      expect(await ground().engine.all('SELECT * FROM migrations')).toEqual(before);
    });

    test('an older release rejects a newer database with a one-line message, and changes nothing', async () => {
      const newer = { version: 9000, name: '9000-later.sql', sql: 'CREATE TABLE later (site_id text);' };
      const empty = await openEngine(await configure());
      await migrate(empty, NOON, [...knownMigrations(), newer]);
      await expect(migrate(empty, NOON)).rejects.toThrow(
        /^This database is at version 9000 .* versions up to \d+\. [^\n]*$/,
      );
      await expect(empty.get('SELECT 1 FROM later')).resolves.toBeUndefined();
      await empty.close();
    });

    test('a migration whose number arrives after a higher one is applied, once', async () => {
      const later = { version: 3, name: '0003-later.sql', sql: 'CREATE TABLE later (n bigint);' };
      const between = { version: 2, name: '0002-between.sql', sql: 'CREATE TABLE between_them (n bigint);' };
      const first = { version: 1, name: '0001-first.sql', sql: 'CREATE TABLE first_one (n bigint);' };
      const empty = await openEngine(await configure());
      await migrate(empty, NOON, [first, later]);
      for (const _time of [1, 2]) await migrate(empty, NOON, [first, between, later]);
      expect(await empty.all('SELECT n FROM between_them')).toEqual([]);
      await empty.close();
    });

    test('an older database keeps its sites; of them the demo site gets the wallet, collects tax and sells gift cards', async () => {
      const older = await openEngine(await configure());
      await migrate(older, NOON, knownMigrations().slice(0, 1));
      await older.run(OLD_SITES);
      await migrate(older, NOON);
      const sites = (await siteRecords(older).all()).map((site) => [
        site.subdomain,
        site.wallet,
        site.tax_registrations.includes('EU'),
        site.gift_card_offers.length,
      ]);
      expect(sites).toEqual([
        ['acme', false, false, 0],
        ['demo', true, true, 6],
      ]);
      await older.close();
    });

    test('an older database gets the anchor of each subscription from its first bill date, or from its start', async () => {
      const older = await openEngine(await configure());
      const known = knownMigrations();
      const anchors = known.findIndex(({ name }) => name.endsWith('-anchors.sql'));
      await migrate(older, NOON, known.slice(0, anchors));
      await older.run(OLD_SITES);
      await older.run(OLD_ACCOUNT);
      await older.run(OLD_SUBSCRIPTIONS);
      await migrate(older, NOON);
      const rows = await older.all('SELECT uuid, anchor_at FROM subscriptions ORDER BY uuid');
      expect(rows.map(({ uuid, anchor_at }) => [uuid, Number(anchor_at)])).toEqual([
        ['future', 300],
        ['plain', 100],
        ['trial', 400],
      ]);
      await older.close();
    });

    test('an older database gets the deliveries of gift cards from the messages that were queued for them', async () => {
      const older = await openEngine(await configure());
      const known = knownMigrations();
      await migrate(
        older,
        NOON,
        known.slice(
          0,
          known.findIndex(({ name }) => name.endsWith('-deliveries.sql')),
        ),
      );
      await older.run(OLD_SITES);
      await older.run(OLD_ACCOUNT);
      await older.run(OLD_GIFT_CARDS);
      await older.run(OLD_MESSAGES);
      await migrate(older, NOON);
      const cards = await older.all('SELECT key, delivered_at, delivery_due_at FROM gift_cards ORDER BY key');
      expect(
        cards.map(({ key, delivered_at, delivery_due_at }) => [key, delivered_at, delivery_due_at].join(' ')),
      ).toEqual(['later  1790000000', 'now 100 ', 'post  ']);
      expect((await older.all('SELECT id FROM outbox')).map(({ id }) => id)).toEqual(['now']);
      await older.close();
    });

    test('a migration that fails is rolled back', async () => {
      const broken = { version: 1, name: '0001-broken.sql', sql: 'CREATE TABLE half (n bigint);\nCREATE GIBBERISH;' };
      const empty = await openEngine(await configure());
      await expect(migrate(empty, NOON, [broken])).rejects.toThrow();
      await expect(empty.get('SELECT 1 FROM half')).rejects.toThrow();
      await migrate(empty, NOON);
      await empty.close();
    });
  });

  test('has no trouble with its disk', async () => {
    await expect(ground().open.health()).resolves.toBeUndefined();
  });

  sitesBehave(ground);
  accountsBehave(ground);
  accountSessionsBehave(ground);
  belongingsBehave(ground);
  plansBehave(ground);
  sellingBehaves(ground);
  usagesBehave(ground);
  dueBehaves(ground);
  dunningBehaves(ground);
  gatewayAccountsBehave(ground);
  notificationsBehave(ground);
  paymentActionsBehave(ground);
  gatewayOperationsBehave(ground);
  gatewayOutagesBehave(ground);
  webhooksBehave(ground);
  discountsBehave(ground);
  describe('paging', () => pagingBehaves(ground));
  listsPage(ground);
  workBehaves(ground);
  tenancyHolds(ground);

  // The engines accept different SQL: what the contract does not call may work on one of them only.
  test('is called completely by this contract', () => {
    expect(operationsOf(ground().of(1)).filter((operation) => !called.has(operation))).toEqual([]);
  });
};

const observedStorage = (open: OpenStorage, called: Set<string>): OpenStorage => ({
  ...open,
  storage: {
    of: (siteId) => observed(open.storage.of(siteId), called),
    transaction: (siteId, work, how) =>
      open.storage.transaction(siteId, (records) => work(observed(records, called)), how),
  },
});

/** Two sites as the first version of the schema had them. */
const OLD_SITES = `INSERT INTO sites (id, subdomain, mode, tier, standing, seller_country, currencies, address_requirement,
    manual_invoicing, time_zone, custom_fields, ended_versions, unknown_versions, clock_offset)
  SELECT name, name, 'sandbox', 'base', 'good', 'US', '["USD"]', 'none', 1 = 0, 'UTC', '[]', 'by_mode', 'serve_latest', 0
  FROM (SELECT 'acme' AS name UNION SELECT 'demo') AS named`;

const TABLE_NAMES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
} as const;

const indexesOf = async (engine: Database, table: string): Promise<{ readonly columns: readonly string[] }[]> => {
  const rows = await engine.all(INDEXES[engine.engine], [table]);
  return [...Map.groupBy(rows, (row) => row.name).values()].map((group) => ({
    columns: group.map(({ column_name }) => (isExpression(column_name) ? 'expression' : String(column_name))),
  }));
};

/** SQLite names no column of an expression, PostgreSQL its function. */
const isExpression = (column: unknown): boolean => column === null || column === 'substr';

const INDEXES = {
  sqlite:
    'SELECT l.name, i.name AS column_name FROM pragma_index_list($1) l, pragma_index_info(l.name) i ORDER BY l.name, i.seqno',
  postgres:
    'SELECT c.relname AS name, a.attname AS column_name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid ' +
    'JOIN pg_class t ON t.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid ' +
    'WHERE t.relname = $1 AND t.relnamespace = current_schema()::regnamespace ORDER BY c.relname, a.attnum',
} as const;

/** An account, and its subscriptions as they were before their anchors were stored. */
const OLD_ACCOUNT = `INSERT INTO accounts (site_id, id, account_code, state, tax_exempt, created_at, updated_at, hosted_login_token, custom_fields)
  SELECT 'acme', 'ada', 'ada', 'active', 1 = 0, 100, 100, 'secret', '[]'`;
const OLD_SUBSCRIPTIONS = `INSERT INTO subscriptions (site_id, uuid, account_id, plan_id, plan_code, plan_name, interval_unit, interval_length,
    setup_fee_in_cents, tax_exempt, add_ons, created_at, starts_at, first_bill_date, activated_at, state, unit_amount_in_cents, currency,
    quantity, updated_at, auto_renew, net_terms, collection_method, started_with_gift, imported_trial, custom_fields)
  SELECT 'acme', uuid, 'ada', 'plan', 'gold', 'Gold', 'months', 1, 0, 1 = 0, '[]', 100, starts_at, first_bill_date, activated_at, state, 1000,
    'USD', 1, 100, 1 = 1, 0, 'automatic', 1 = 0, 1 = 0, '[]'
  FROM (
    SELECT 'future' AS uuid, 'future' AS state, 300 AS starts_at, NULL AS first_bill_date, NULL AS activated_at
    UNION ALL SELECT 'plain', 'active', NULL, 100, 100
    UNION ALL SELECT 'trial', 'active', NULL, 400, 100
  ) older`;
const OLD_GIFT_CARDS = `INSERT INTO gift_cards (site_id, key, id, redemption_code, gifter_account_id, product_code,
    unit_amount_in_cents, currency, delivery, created_at, updated_at)
  SELECT 'acme', key, id, key, 'ada', 'tideline', 5000, 'USD', '{}', 100, 100
  FROM (SELECT 'later' AS key, 1 AS id UNION ALL SELECT 'now', 2 UNION ALL SELECT 'post', 3) AS named`;
const OLD_MESSAGES = `INSERT INTO outbox (site_id, id, kind, recipient, correlation, payload, queued_at_ms, next_attempt_at_ms)
  SELECT 'acme', id, 'gift_card_delivery', 'bob@example.com', 'test', payload, 100000, 100000
  FROM (SELECT 'later' AS id, '{"gift_card_id":1,"deliver_at":1790000000}' AS payload
    UNION ALL SELECT 'now', '{"gift_card_id":2,"deliver_at":null}') AS queued`;
