import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCustomers } from '@service/billing/queries/accounts/customer-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testPostgres } from '../../../test/database.ts';
import { machineClock, openWorld } from '../../runtime/world.ts';
import { type OpenStorage, openStorage } from './storage.ts';
import { anAccount, aSite, NOON } from './testing/samples.ts';

/** More than two pages of 500 rows. */
const CUSTOMERS = 1100;

describe.each(['SQLite', 'PostgreSQL'])('rows of one moment on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  let database: TestDatabase | undefined;
  let opened: OpenStorage;
  const site = aSite(1);
  const accounts = Array.from({ length: CUSTOMERS }, (_, n) =>
    anAccount(n + 1, { account_code: `customer-${n}`, created_at: NOON + n }),
  );

  beforeAll(async () => {
    database = engine === 'PostgreSQL' ? await testPostgres() : undefined;
    opened = await openStorage({ dataDir: folder, databaseUrl: database?.url ?? null }, openWorld(machineClock));
    await opened.sites.add(site);
    await opened.storage.transaction(site.id, async (records) => {
      for (const account of accounts) await records.accounts.add(account);
    });
  });
  afterAll(async () => {
    await opened?.close();
    await database?.close();
    rmSync(folder, { recursive: true });
  });

  const rows = () =>
    everyRow(opened, listCustomers, { site, at: NOON + 86_400 }, { order: 'asc', state: 'active' as const });

  test('what changes while they are read neither removes one nor brings one twice', async () => {
    const { accounts: records } = opened.storage.of(site.id);
    const read: string[] = [];
    for await (const { account_code, name } of rows()) {
      read.push(account_code);
      expect(name).not.toContain('Renamed');
      if (read.length !== 1) continue;
      // Of the third page: one leaves the list, one is renamed; one more is in it, and one of the first page is not.
      const [first, gone, renamed] = [accounts[1], accounts[CUSTOMERS - 1], accounts[CUSTOMERS - 2]];
      if (!first || !gone || !renamed) throw new Error('There are too few customers.');
      await records.save({ ...first, state: 'closed', closed_at: NOON });
      await records.save({ ...gone, state: 'closed', closed_at: NOON });
      await records.save({ ...renamed, first_name: 'Renamed' });
      await records.add(anAccount(5000, { account_code: 'late', created_at: NOON + CUSTOMERS + 1 }));
    }
    expect(read).toEqual(accounts.map(({ account_code }) => account_code));
    // The next file has all of it.
    const next = (await Array.fromAsync(rows())).map(({ account_code }) => account_code);
    expect([next.length, next.at(-1), next.includes('customer-1')]).toEqual([CUSTOMERS - 1, 'late', false]);
  });

  test('a reader that stops early ends its snapshot, and a snapshot writes nothing', async () => {
    for await (const _ of rows()) break;
    const written = opened.storage.snapshot(async function* write(snapshot) {
      await snapshot.of(site.id).accounts.add(anAccount(6000, { account_code: 'written' }));
      yield 'written';
    });
    await expect(Array.fromAsync(written)).rejects.toMatchObject({ symbol: 'read_only' });
    expect(await opened.storage.of(site.id).accounts.find('written')).toBeUndefined();
  });
});
