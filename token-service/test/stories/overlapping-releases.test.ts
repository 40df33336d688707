import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { knownMigrations, migrate } from '../../src/adapters/storage/migrate.ts';
import { openDatabase, openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { allRows } from '../../src/adapters/storage/testing/describe-schema.ts';
import { testPostgres } from '../database.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';

const sqlite = (): Promise<StorageConfig> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'overlap-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return Promise.resolve({ dataDir, databaseUrl: null });
};

const postgres = async (): Promise<StorageConfig> => {
  const database = await testPostgres();
  onTestFinished(() => database.close());
  return { dataDir: ':memory:', databaseUrl: database.url };
};

const world = { clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } };
const known = knownMigrations();
const newest = known.at(-1)?.version ?? 0;

/** Expands every table of the database, as the next release might. Returns the name of its migration. */
const expand = async (config: StorageConfig, ending = ''): Promise<string> => {
  const engine = await openDatabase(config);
  const tables = [...(await allRows(engine)).keys()].filter((table) => table !== 'migrations');
  expect(tables.length).toBeGreaterThan(40);
  const version = newest + 1;
  const name = `0${version}-next${ending}.sql`;
  const columns = tables.flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN next_text text;`,
    `ALTER TABLE ${table} ADD COLUMN next_count bigint NOT NULL DEFAULT 7;`,
    `CREATE INDEX next_${table} ON ${table} (next_text);`,
  ]);
  const sql = ['CREATE TABLE next (site_id text NOT NULL, n bigint);', ...columns].join('\n');
  await migrate(engine, world.clock.now(), [...known, { version, name, sql }]);
  await engine.close();
  return name;
};

const sell = async (service: TestService, account: string) => {
  const sold = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><currency>USD</currency>
      <account><account_code>${account}</account_code><billing_info><token_id>${await service.token()}</token_id></billing_info></account>
      <adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments>
    </purchase>`,
  );
  expect(sold.status, sold.text).toBe(200);
};

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)('the next release has migrated the database, on %s', (_engine, configure) => {
  test('processes of this release sell on, and start again', async () => {
    const config = await configure();
    const start = () =>
      startTestService({
        env: { RATE_LIMIT: 'off', ...(config.databaseUrl ? {} : { DATA_DIR: config.dataDir }) },
        ...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
      });
    const account = fresh('buyer');
    const service = await start();
    // Their statements are prepared before and run after the tables have changed.
    for (let round = 0; round < 3; round++) await sell(service, account);
    await expand(config);
    for (let round = 0; round < 3; round++) await sell(service, account);
    await service.dueWork();
    const invoices = await service.api('GET', `/v2/accounts/${account}/invoices`);
    expect(invoices.xml?.children.map((invoice) => textOf(invoice, 'state'))).toEqual(Array(6).fill('paid'));
    expect(service.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    await service.close();

    const again = await start();
    await sell(again, account);
    expect((await again.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children).toHaveLength(7);
    await again.close();
  });

  test('a release refuses to start once another one has removed what it uses', async () => {
    const config = await configure();
    await (await openStorage(config, world)).close();
    await expand(config, `.contract-0${newest + 1}`);
    await expect(openStorage(config, world)).rejects.toThrow(
      new RegExp(`^This database is at version ${newest + 1} and this program knows versions up to ${newest}, too few`),
    );
  });
});
