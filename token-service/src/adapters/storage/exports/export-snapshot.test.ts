import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testPostgres } from '../../../../test/database.ts';
import { machineClock, openWorld } from '../../../runtime/world.ts';
import { type OpenStorage, openStorage, type StorageConfig } from '../storage.ts';
import { anAccount, aSite, aTransaction, id, NOON } from '../testing/samples.ts';
import { aCreditPayment, anAdjustment, anInvoice, aSubscription } from '../testing/selling-samples.ts';
import { openExportSnapshot } from './export-snapshot.ts';
import { EXPORT_TABLES } from './export-tables.ts';

/** More than two pages. */
const MOVEMENTS = 1200;

describe.each(['SQLite', 'PostgreSQL'])('a snapshot for exports on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  let database: TestDatabase | undefined;
  let config: StorageConfig;
  let opened: OpenStorage;
  const [site, other] = [aSite(1), aSite(2)];
  const ada = anAccount(1);

  beforeAll(async () => {
    database = engine === 'PostgreSQL' ? await testPostgres() : undefined;
    config = { dataDir: folder, databaseUrl: database?.url ?? null };
    opened = await openStorage(config, openWorld(machineClock));
    for (const one of [site, other]) await opened.sites.add(one);
    const records = opened.storage.of(site.id);
    await records.accounts.add(ada);
    const invoice = anInvoice(1001, ada);
    await records.invoices.add(invoice);
    await records.subscriptions.add(aSubscription(2, ada, { mrr_in_cents: 900 } as never));
    await records.adjustments.add(anAdjustment(3, ada, { invoice_id: invoice.uuid, description: '=SUM(A1)' }));
    await records.transactions.add(aTransaction(4, ada, { invoice_id: invoice.uuid }));
    const spent = { original_invoice_id: invoice.uuid, applied_to_invoice_id: invoice.uuid };
    await records.creditPayments.add(aCreditPayment(5, ada, spent));
    await opened.storage.transaction(site.id, async ({ ledger }) => {
      for (let n = 0; n < MOVEMENTS; n += 1) {
        await ledger.append({
          ...{ id: id(10_000 + n), at: NOON + n, account_id: ada.id, currency: 'JPY', kind: 'payment.received' },
          subject: id(4),
          entries: [
            { account: 'cash', amount: n + 1 },
            { account: 'receivable', amount: -n - 1 },
          ],
        });
      }
    });
  });
  afterAll(async () => {
    await opened?.close();
    await database?.close();
    rmSync(folder, { recursive: true });
  });

  const read = async (name: string, siteId = site.id, between = async () => {}): Promise<readonly ReportRow[]> => {
    const snapshot = await openExportSnapshot(config);
    try {
      await between();
      const table = snapshot.tables.find((one) => one.name === name);
      if (!table) throw new Error(name);
      return await Array.fromAsync(snapshot.rows(siteId, table));
    } finally {
      await snapshot.close();
    }
  };

  test.each(EXPORT_TABLES.map(({ name }) => name))('has every row of %s, of one site only', async (name) => {
    const rows = await read(name);
    const expected: Record<string, number> = { ledger_postings: 2 * MOVEMENTS };
    const empty = ['coupon_redemptions', 'gift_cards', 'mrr_movements'];
    expect(rows).toHaveLength(empty.includes(name) ? 0 : (expected[name] ?? 1));
    expect(await read(name, other.id)).toEqual([]);
  });

  test('has values in the form that is documented', async () => {
    expect((await read('invoices'))[0]).toMatchObject({
      invoice_number: '1001',
      account_code: ada.account_code,
      type: 'charge',
      total: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      po_number: null,
    });
    expect((await read('accounts'))[0]).toMatchObject({ tax_exempt: expect.stringMatching(/^(true|false)$/) });
    expect((await read('line_items'))[0]).toMatchObject({ invoice_number: '1001', description: '=SUM(A1)' });
    const postings = await read('ledger_postings');
    expect(postings.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
    expect(new Set(postings.map(({ movement_id, line }) => `${movement_id} ${line}`)).size).toBe(2 * MOVEMENTS);
    expect(postings[0]).toMatchObject({ currency: 'JPY', posted_at: '2026-03-01T12:00:00Z', journal_batch: null });
  });

  test('does not see what is written while it is read', async () => {
    const between = () => opened.storage.of(site.id).accounts.add(anAccount(2));
    expect(await read('accounts', site.id, between)).toHaveLength(1);
    expect(await read('accounts')).toHaveLength(2);
  });
});

test('a database in memory has no second connection, and is refused', async () => {
  await expect(openExportSnapshot({ dataDir: ':memory:', databaseUrl: null })).rejects.toThrow('give a folder');
});

test('no column holds what pays, signs in or redeems', () => {
  const names = EXPORT_TABLES.flatMap(({ columns }) => columns.map(({ sql }) => sql));
  expect(names.filter((sql) => /token|redemption_code|first_six|last_four|password|action_token/.test(sql))).toEqual(
    [],
  );
});
