import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DUE_KIND_NAMES } from '@service/billing/domain/due/kinds.ts';
import { WORK_STATUSES } from '@service/billing/domain/due/work.ts';
import type { DueKindsDeps } from '@service/billing/engine/due/kinds.ts';
import { dueKinds } from '@service/billing/engine/due/kinds.ts';
import { expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount, aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { dueTool } from './due.ts';
import { runTool } from './tool.ts';

test('every kind of due work can be retried, and is documented', () => {
  // A kind reads what it is given when it runs, not when it is made.
  const kinds = dueKinds({} as DueKindsDeps).map(({ kind }) => kind);
  expect(DUE_KIND_NAMES).toEqual(kinds);
  for (const [page, heading] of [
    ['architecture.md', '| Kind | Due |'],
    ['operations.md', '| Kind | If it stays parked |'],
  ] as const) {
    const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
    const rows = text.split(heading)[1]?.split('\n\n')[0] ?? '';
    const names = rows
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(names.toSorted(), page).toEqual(kinds.toSorted());
  }
});

test('every status of the list is documented, and no other', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = text.split('| Status | Means | What to do |\n|---|---|---|\n')[1]?.split('\n\n')[0] ?? '';
  const statuses = rows.split('\n').map((row) => row.match(/^\| `(\w+)` \|/)?.[1]);
  expect(statuses.toSorted()).toEqual(WORK_STATUSES.toSorted());
});

test.each([
  ['a gateway that has answered', 'cards', NOON, 'ending', /The gateway answered at/],
  ['a gateway that has not', 'cards', null, 'waiting', /The gateway does not answer \(gateway_unavailable\)\./],
  ['no gateway, which cannot answer', 'none', NOON, 'waiting', /No gateway of the site takes these payments\./],
] as const)('the outage of %s', async (_of, gateway_code, answered_at, status, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'outage-'));
  const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const site = aSite(1, { subdomain: 'acme' });
  await opened.sites.add(site);
  const { gatewayOutages } = opened.storage.of(site.id);
  const outage = { gateway_code, since: NOON - 60, error_code: 'gateway_unavailable', check_at: NOON + 120 };
  await gatewayOutages.open(outage);
  if (answered_at !== null) await gatewayOutages.answered(gateway_code, answered_at, NOON + 120);
  const { text } = await runTool(
    dueTool,
    ['list', 'acme'],
    { DATA_DIR: folder },
    { world: () => world, open: openStorage },
  );
  const [, row = ''] = text.split('\n');
  expect(row.split(/ {2,}/)[3]).toBe(status);
  expect(row).toMatch(words);
  await opened.close();
  rmSync(folder, { recursive: true });
});

test('failed work is listed, retried and dismissed by its kind and id', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'due-'));
  let moment = NOON;
  const world = openWorld({ ...machineClock, now: () => moment * 1000 });
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const site = aSite(1, { subdomain: 'acme' });
  await opened.sites.add(site);
  const run = (...args: string[]) =>
    runTool(dueTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
  expect(await run('list', 'acme')).toEqual({ status: 0, text: 'No due work of acme has failed or is late.' });
  for (const command of ['retry', 'dismiss']) {
    expect(await run(command, 'acme', 'renewal', 'one')).toMatchObject({
      status: 2,
      text: expect.stringMatching(
        /^There is no kind “renewal”\. Kinds: payment_intent, gateway_notification, payment_action, settlement,/,
      ),
    });
    expect((await run(command, 'acme', 'dunning', 'one')).status).toBe(1);
  }
  const item = { kind: 'dunning', id: 'one', subject: 'one', at: NOON - 60, failures: 1, retry_at_ms: null };
  const failed = { ...item, status: 'parked' as const, error: 'Dunning was missed.', failed_at_ms: NOON * 1000 };
  await opened.storage.transaction(site.id, ({ due }) => due.fail(failed));
  expect((await run('list', 'acme')).text).toContain('Dunning was missed.');
  expect((await run('dismiss', 'acme', 'dunning', 'one')).status).toBe(0);
  expect((await run('list', 'acme')).text).toBe('No due work of acme has failed or is late.');
  expect((await run('list', 'acme', '--dismissed')).text).toMatch(/dunning .*dismissed .*Dunning was missed\./);
  expect((await run('retry', 'acme', 'dunning', 'one')).status).toBe(0);
  expect((await run('list', 'acme', '--dismissed')).text).toBe('No due work of acme is dismissed.');
  expect((await run('list', 'acme')).text).toBe('No due work of acme has failed or is late.');

  const account = anAccount(1);
  const records = opened.storage.of(site.id);
  await records.accounts.add(account);
  const overdue = { type: 'charge', state: 'pending', collection_method: 'manual', due_on: NOON - 2 * 86_400 } as const;
  await records.invoices.add(anInvoice(1, account, overdue));
  const late = await run('list', 'acme');
  expect(late.status).toBe(3);
  expect(late.text).toMatch(/overdue_invoice .* late .*No worker has begun it in five minutes\./);
  const process = { version: '0.1.0', host: 'web-1', pid: 12, started_at_ms: NOON * 1000 };
  const sign = async (seen_at_ms: number) => {
    await opened.processSigns.leave({ ...process, holder: 'one', serves: 'worker', seen_at_ms }, 0);
    // One that runs no due work does not count, however new its sign is.
    await opened.processSigns.leave({ ...process, holder: 'two', serves: 'api', seen_at_ms: moment * 1000 }, 0);
  };
  await sign(NOON * 1000 - 30_000);
  // A worker that runs should have begun it within a quarter of an hour.
  expect((await run('list', 'acme')).status).toBe(3);
  moment = NOON - 86_400 + 14 * 60;
  await sign(moment * 1000 - 30_000);
  expect((await run('list', 'acme')).status).toBe(0);
  await sign(moment * 1000 - 60_000);
  expect((await run('list', 'acme')).status).toBe(3);
  await opened.close();
  rmSync(folder, { recursive: true });
});

test('work of all sites is listed with its site and account, and asks for a person', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'due-'));
  const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const run = (...args: string[]) =>
    runTool(dueTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
  const failed = { kind: 'collection', at: NOON - 60, failures: 8, error: 'No.', failed_at_ms: NOON * 1000 };
  for (const [n, subdomain] of [
    [1, 'acme'],
    [2, 'zebra'],
  ] as const) {
    const site = aSite(n, { subdomain });
    await opened.sites.add(site);
    const account = anAccount(n);
    const records = opened.storage.of(site.id);
    await records.accounts.add(account);
    const waiting = {
      ...failed,
      id: subdomain,
      subject: account.id,
      status: 'waiting',
      retry_at_ms: NOON * 1000,
    } as const;
    await opened.storage.transaction(site.id, ({ due }) => due.fail(waiting));
  }
  const listed = async (...args: string[]) => {
    const { status, text } = await run('list', ...args, '--json');
    const { records } = JSON.parse(text) as { records: readonly { site: string; account_code: string }[] };
    return [status, records.map(({ site, account_code }) => `${site} ${account_code}`)];
  };
  const [ada, ben] = [anAccount(1).account_code, anAccount(2).account_code];
  expect(await listed()).toEqual([0, [`acme ${ada}`, `zebra ${ben}`]]);
  expect(await listed('zebra')).toEqual([0, [`zebra ${ben}`]]);
  const parked = { ...failed, id: 'parked', subject: anAccount(2).id, status: 'parked', retry_at_ms: null } as const;
  await opened.storage.transaction(aSite(2).id, ({ due }) => due.fail(parked));
  expect((await run('list')).status).toBe(3);
  expect((await run('list', 'acme')).status).toBe(0);
  expect((await run('list')).text.split('\n')[0]).toMatch(/ site +account +error$/);
  await opened.close();
  rmSync(folder, { recursive: true });
});
