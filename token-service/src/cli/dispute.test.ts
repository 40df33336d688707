import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anAccount, aSite, aTransaction, id, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { disputeTool } from './dispute.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme', mode: 'sandbox', clock_offset: 0 });
const shop = aSite(2, { subdomain: 'shop', mode: 'production', clock_offset: 0 });
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
const ada = anAccount(3);
const payment = aTransaction(4, ada, { action: 'purchase', status: 'success', gateway_code: 'main', reference: 'p1' });
let folder: string;
let opened: OpenStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dispute-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  for (const each of [site, shop]) {
    await opened.sites.add(each);
    const records = opened.storage.of(each.id);
    await records.accounts.add(ada);
    await records.transactions.add(payment);
  }
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(disputeTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const recorded = async () => {
  const { gatewayNotifications } = opened.storage.of(site.id);
  const due = await gatewayNotifications.due(NOON, 10);
  return Promise.all(due.map(async (item) => (await gatewayNotifications.find(item.id))?.notification));
};

test('disputes are listed with what is needed to answer them', async () => {
  expect(await run('list', 'acme')).toEqual({ status: 0, text: 'No payment of acme was disputed.' });
  await opened.storage.of(site.id).disputes.save({
    id: id(5),
    gateway_code: 'main',
    reference: 'dp_1',
    account_id: ada.id,
    transaction_uuid: payment.uuid,
    state: 'open',
    amount_in_cents: 4200,
    currency: 'USD',
    reason: 'fraudulent',
    booked: true,
    evidence: null,
    answered: false,
    accepted_at: null,
    withdrawn_in_cents: 4200,
    fee_in_cents: 0,
    fee_currency: null,
    evidence_due_at: NOON + 86_400,
    reported_at: NOON,
    opened_at: NOON,
    closed_at: null,
  });
  const [, row = ''] = (await run('list', 'acme')).text.split('\n');
  expect(row.split(/ {2,}/)).toEqual([
    'open',
    '2026-03-01 12:00 UTC',
    '42.00 USD',
    'fraudulent',
    '2026-03-02 12:00 UTC',
    payment.details.account.account_code,
    '-',
    'main',
    'dp_1',
  ]);
});

test('reports are simulated in a sandbox, for transactions that a gateway could report of', async () => {
  for (const report of ['inquiry', 'dispute', 'lost']) {
    expect((await run('simulate', 'acme', payment.uuid, report)).status).toBe(0);
  }
  const common = { dispute: `simulated-${payment.uuid}`, reference: 'p1', at: NOON, currency: payment.currency };
  expect(await recorded()).toMatchObject([
    { ...common, kind: 'dispute_opened', withdrawn: false },
    { ...common, kind: 'dispute_opened', withdrawn: true },
    { ...common, kind: 'dispute_closed', outcome: 'lost' },
  ]);
});

test.each([
  ['a production site', ['shop', payment.uuid, 'dispute'], 1, /sandbox/],
  ['an unknown transaction', ['acme', id(9), 'dispute'], 1, /^There is no transaction with the UUID /],
  ['a payment, as a refund that failed', ['acme', payment.uuid, 'refund-failed'], 1, /is no refund of a gateway/],
  ['an unknown report', ['acme', payment.uuid, 'stolen'], 2, /^Reports: inquiry, dispute, won, lost, refund-failed\./],
] as const)('%s is refused', async (_what, args, status, text) => {
  expect(await run('simulate', ...args)).toMatchObject({ status, text: expect.stringMatching(text) });
  expect(await recorded()).toEqual([]);
});
