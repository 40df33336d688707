import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testPostgres } from '../../../../test/database.ts';
import { machineClock, openWorld } from '../../../runtime/world.ts';
import type { Database } from '../database.ts';
import { knownMigrations, migrate } from '../migrate.ts';
import { openDatabase, openStorage, type StorageConfig } from '../storage.ts';
import { anAccount, aSite, NOON } from '../testing/samples.ts';
import { anInvoice } from '../testing/selling-samples.ts';
import { EXPORT_TABLES } from './export-tables.ts';
import { reportViewColumn, reportViewName, reportViews } from './report-views.ts';

describe.each(['SQLite', 'PostgreSQL'] as const)('the views for business intelligence on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'views-'));
  let server: TestDatabase | undefined;
  let database: Database;
  beforeAll(async () => {
    server = engine === 'PostgreSQL' ? await testPostgres() : undefined;
    const config: StorageConfig = { dataDir: folder, databaseUrl: server?.url ?? null };
    const opened = await openStorage(config, openWorld(machineClock));
    const [site, ada] = [aSite(1), anAccount(1)];
    await opened.sites.add(site);
    const { accounts, invoices } = opened.storage.of(site.id);
    await accounts.add(ada);
    await invoices.add(anInvoice(1001, ada, { created_at: NOON }));
    await opened.close();
    database = await openDatabase(config);
  });
  afterAll(async () => {
    await database.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });
  const views = (tables = EXPORT_TABLES) => reportViews(database, database.engine, tables);

  test('have the columns of the exports, and the site', async () => {
    for (const table of EXPORT_TABLES) {
      const columns = ['site', ...table.columns.map(reportViewColumn)];
      const rows = await database.all(`SELECT ${columns.join(', ')} FROM ${reportViewName(table)}`, []);
      expect(rows.length, table.name).toBe(['accounts', 'invoices'].includes(table.name) ? 1 : 0);
    }
  });

  test('show moments as such, and amounts in cents', async () => {
    const [row] = await database.all('SELECT * FROM report_invoices', []);
    expect(row).toMatchObject({ site: aSite(1).subdomain, account_code: anAccount(1).account_code });
    expect(Number(row?.total_in_cents)).toBe(anInvoice(1001, anAccount(1)).total_in_cents);
    const at = row?.created_at as unknown;
    expect(at instanceof Date ? at.getTime() : Date.parse(String(at))).toBe(NOON * 1000);
  });

  test('are replaced where their definitions have changed, for the same readers', async () => {
    expect(await views().areCurrent()).toBe(true);
    const reader = `reader_${crypto.randomUUID().replaceAll('-', '')}`;
    if (engine === 'PostgreSQL') {
      await database.run(`CREATE ROLE ${reader}`);
      await database.run(`GRANT SELECT ON report_invoices TO ${reader}`);
    }
    const others = views(EXPORT_TABLES.slice(1));
    expect(await others.areCurrent()).toBe(false);
    await (await others.drop())();
    expect(await others.areCurrent()).toBe(true);
    await expect(database.all('SELECT site FROM report_accounts', [])).rejects.toThrow();
    await migrate(database, NOON);
    expect(await views().areCurrent()).toBe(true);
    expect(await database.all('SELECT site FROM report_accounts', [])).toHaveLength(1);
    if (engine === 'PostgreSQL') {
      const right = `SELECT has_table_privilege('${reader}', 'report_invoices', 'SELECT') AS may`;
      expect(await database.get(right, [])).toEqual({ may: true });
      await database.run(`DROP OWNED BY ${reader}`);
      await database.run(`DROP ROLE ${reader}`);
    }
  });

  test('let a migration drop a column that they have, and are left to the next release then', async () => {
    const known = knownMigrations();
    const version = Math.ceil(((known.at(-1)?.version ?? 0) + 1) / 10) * 10;
    const later = { version, name: `0${version}-later.sql`, sql: 'ALTER TABLE mrr_movements DROP COLUMN reason;' };
    await migrate(database, NOON, [...known, later]);
    await expect(database.all('SELECT site FROM report_mrr_movements', [])).rejects.toThrow();
    await migrate(database, NOON);
    expect(await database.all('SELECT uuid FROM invoices', [])).toHaveLength(1);
  });
});
