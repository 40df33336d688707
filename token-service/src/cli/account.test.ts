import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import {
  aBillingInfo,
  anAccount,
  anAddress,
  aSite,
  aTransaction,
  id,
  NOON,
} from '../adapters/storage/testing/samples.ts';
import { anInvoice, aSubscription } from '../adapters/storage/testing/selling-samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { accountTool } from './account.ts';
import { runTool } from './tool.ts';

const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
const SECRETS = [
  'Zacharias',
  'Quillfeather',
  'zacharias quillfeather',
  'zq@example.com',
  'Vine Lane',
  'Rang on Tuesday',
];
const account = {
  ...anAccount(1),
  first_name: 'Zacharias',
  last_name: 'Quillfeather',
  email: 'zq@example.com',
  custom_fields: [{ name: 'nick', value: 'Zacharias' }],
};

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'erase-'));
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const site = aSite(1, { subdomain: 'acme' });
  await opened.sites.add(site);
  const storage = withEvents(opened.storage, world);
  await storage.transaction(site.id, async (records) => {
    await records.accounts.add(account);
    records.events.say({ type: 'new_account', account });
    await records.shippingAddresses.add({ ...anAddress(2, account), address1: '4 Vine Lane', first_name: 'Zacharias' });
    await records.paymentMethods.save({ ...aBillingInfo(account), first_name: 'Zacharias' });
    await records.notes.add({
      id: id(3),
      account_id: account.id,
      actor: null,
      message: 'Rang on Tuesday',
      created_at: NOON,
    });
    await records.subscriptions.add(aSubscription(4, account, { cancel_comment: 'Zacharias has moved' }));
    await records.transactions.add(aTransaction(5, account, { ip_address: '198.51.100.7' }));
    await records.outbox.queue({
      ...{ id: id(6), kind: 'receipt', recipient: 'zq@example.com', correlation: 'c', payload: { to: 'Zacharias' } },
      account_id: account.id,
    });
  });
  await opened.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (args: readonly string[], ask: () => Promise<string | undefined> = async () => undefined) =>
  runTool(accountTool, ['erase', ...args], { DATA_DIR: folder }, { world: () => world, open: openStorage, ask });
const inFiles = () => {
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  return SECRETS.filter((secret) => bytes.some((text) => text.includes(secret)));
};

test('nothing personal is left in the file, not even in free pages, and what remains is printed', async () => {
  expect(inFiles()).toEqual(SECRETS);
  const { status, text } = await run(['acme', account.account_code, '--yes', '--json']);
  expect(status, text).toBe(0);
  expect(inFiles()).toEqual([]);
  const { erased, kept } = JSON.parse(text) as Record<'erased' | 'kept', Record<string, number>>;
  expect(erased).toMatchObject({ accounts: 1, account_notes: 1, shipping_addresses: 1, transactions: 1 });
  // The receipt, and the mail that the end of the subscription queued.
  expect(erased.outbox).toBe(2);
  expect(kept).toMatchObject({ transactions: 1 });

  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const records = opened.storage.of(aSite(1).id);
  expect(await records.accounts.find(account.account_code)).toMatchObject({
    state: 'closed',
    first_name: null,
    email: null,
    custom_fields: [],
  });
  expect((await records.subscriptions.live(account.id)).map(({ state }) => state)).not.toContain('active');
  expect((await records.auditLog.list({}, 9)).map(({ action }) => action)).toEqual([
    'account.erased',
    'account.closed',
  ]);
  await opened.close();
});

test('an invoice keeps the address that it was made for', async () => {
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const invoice = anInvoice(7, account, { state: 'paid', balance_in_cents: 0 });
  const named = { ...invoice, address: { ...invoice.address, first_name: 'Zacharias', last_name: 'Quillfeather' } };
  await opened.storage.of(aSite(1).id).invoices.add(named);
  await opened.close();
  expect((await run(['acme', account.account_code, '--yes'])).text).toMatch(
    /Records that stay, .*\n\n(?:.*\n)* +invoices +1/,
  );
  expect(inFiles()).toEqual(['Zacharias', 'Quillfeather']);
});

test('an account that owes something is refused', async () => {
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.storage
    .of(aSite(1).id)
    .invoices.add(anInvoice(7, account, { state: 'past_due', balance_in_cents: 100 }));
  await opened.close();
  expect(await run(['acme', account.account_code, '--yes'])).toEqual({
    status: 1,
    text: expect.stringContaining('has open invoices'),
  });
  expect(inFiles()).toEqual(SECRETS);
});

test('at a terminal it asks first, and another answer erases nothing', async () => {
  const refused = await run(['acme', account.account_code], async () => 'y');
  expect(refused).toEqual({ status: 1, text: 'Nothing was erased.' });
  expect(inFiles()).toEqual(SECRETS);
  expect((await run(['acme', account.account_code], async () => account.account_code)).status).toBe(0);
  expect(await run(['acme', 'unknown', '--yes'])).toMatchObject({ status: 1 });
});

test('a program is not asked', async () => {
  expect((await run(['acme', account.account_code])).status).toBe(0);
  expect(inFiles()).toEqual([]);
});
