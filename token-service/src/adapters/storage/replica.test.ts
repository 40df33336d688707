import { listCustomers } from '@service/billing/queries/accounts/customer-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../test/postgres.ts';
import { machineClock, openWorld } from '../../runtime/world.ts';
import { pinReplica, tryReplica } from './pin-replica.ts';
import { type OpenStorage, openStorage } from './storage.ts';
import { anAccount, aSite, NOON } from './testing/samples.ts';

let server: ReplicatedPostgres;
let replica: pg.Client;
let opened: OpenStorage;
const onReplica = vi.fn();
const site = aSite(1);

beforeAll(async () => {
  server = await startReplicatedPostgres();
  const { url: databaseUrl, replicaUrl: databaseReadUrl } = server;
  replica = new pg.Client(databaseReadUrl);
  replica.on('error', () => {});
  await replica.connect();
  opened = await openStorage({ dataDir: '', databaseUrl, databaseReadUrl }, { ...openWorld(machineClock), onReplica });
  await opened.sites.add(site);
}, 60_000);
afterAll(async () => {
  await opened?.close();
  await server?.stop();
});
beforeEach(() => onReplica.mockClear());

let accounts = 0;
const addCustomer = async (): Promise<string> => {
  accounts += 1;
  const account_code = `customer-${accounts}`;
  await opened.storage.of(site.id).accounts.add(anAccount(accounts, { account_code, created_at: NOON + accounts }));
  return account_code;
};

const listed = async (): Promise<string[]> => {
  const rows = everyRow(opened, listCustomers, { site, at: NOON + 86_400 }, { order: 'asc', state: 'active' as const });
  return (await Array.fromAsync(rows)).map(({ account_code }) => account_code);
};

test('a file is read from the replica, and has what was committed just before', async () => {
  for (let round = 0; round < 20; round += 1) {
    const added = await addCustomer();
    expect((await listed()).at(-1)).toBe(added);
  }
  const pinned = await pinReplica(server.url, server.replicaUrl);
  if ('reason' in pinned) throw new Error(pinned.reason);
  expect(await pinned.all('SELECT pg_is_in_recovery() AS follows', [])).toEqual([{ follows: true }]);
  await pinned.close();
  expect(onReplica).not.toHaveBeenCalled();
});

test('a replica that is late is not used until it has caught up: the server itself is read', async () => {
  await replica.query('SELECT pg_wal_replay_pause()');
  const added = await addCustomer();
  expect((await listed()).at(-1)).toBe(added);
  expect((await listed()).at(-1)).toBe(added);
  expect(onReplica.mock.calls).toEqual([
    [{ server: expect.stringContaining('127.0.0.1'), reason: expect.stringContaining('had not caught up') }],
  ]);
  expect(await tryReplica(server.url, server.replicaUrl)).toMatchObject({
    reason: expect.stringContaining('caught up'),
  });
  await replica.query('SELECT pg_wal_replay_resume()');
  await expect.poll(() => tryReplica(server.url, server.replicaUrl)).toBeUndefined();
  expect((await listed()).at(-1)).toBe(added);
  expect(onReplica.mock.calls.at(-1)).toEqual([undefined]);
});

test('a report is read where files are', async () => {
  const report = await openReport(opened)({ site, at: NOON + 86_400 }, 'ledger', {});
  await replica.query('SELECT pg_wal_replay_pause()');
  await addCustomer();
  await Array.fromAsync(report.rows());
  expect(onReplica).toHaveBeenCalledTimes(1);
  await replica.query('SELECT pg_wal_replay_resume()');
  await expect.poll(() => tryReplica(server.url, server.replicaUrl)).toBeUndefined();
  await Array.fromAsync(report.rows());
  expect(onReplica.mock.calls.at(-1)).toEqual([undefined]);
});

test('a server that follows none is no replica', async () => {
  expect(await tryReplica(server.url, server.url)).toMatchObject({
    reason: expect.stringContaining('it is no replica of that server'),
  });
});

test('a replica that is away is reported once, and the server itself is read', async () => {
  await server.stopReplica();
  const added = await addCustomer();
  expect((await listed()).at(-1)).toBe(added);
  expect((await listed()).at(-1)).toBe(added);
  expect(onReplica.mock.calls).toEqual([
    [{ server: expect.any(String), reason: expect.stringContaining('ECONNREFUSED') }],
  ]);
});
