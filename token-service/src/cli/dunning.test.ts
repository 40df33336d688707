import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anAccount, aPlan, aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { dunningTool } from './dunning.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme' });
const account = anAccount(7);
let folder: string;
let opened: OpenStorage;
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dunning-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
  await opened.storage.of(site.id).accounts.add(account);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(dunningTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const list = async () => (await run('list', 'acme')).text.split('\n').map((line) => line.split(/ {2,}/));

test('a site has the built-in default until it changes it, and again after it removed its own', async () => {
  const builtIn = ['default', '-', 'default', '1', 'all', '0,3,7,14,21', '28', 'fail', 'expire', '-'];
  expect((await list()).slice(1)).toEqual([builtIn]);
  const changed = await run('change', 'acme', 'default', '--days', '0, 5', '--final-day', '9');
  expect(changed).toMatchObject({ status: 0, text: expect.stringContaining('version 2') });
  expect((await list()).slice(1)).toEqual([['default', '-', 'default', '2', 'all', '0,5', '9', 'fail', 'expire', '-']]);
  expect((await run('remove', 'acme', 'default')).status).toBe(0);
  expect((await list()).slice(1)).toEqual([builtIn]);
});

test('a campaign is added, changed for trials, assigned and unassigned', async () => {
  await opened.storage.of(site.id).plans.add(aPlan(3, { plan_code: 'gold' }));
  const added = await run('add', 'acme', 'patient', '--final-day', '60', '--invoice', 'keep', '--subscription', 'keep');
  expect(added.status, added.text).toBe(0);
  await run('change', 'acme', 'patient', '--trial-days', 'none', '--trial-final-day', '3');
  await run('assign', 'acme', 'patient', '--account', account.account_code);
  await run('assign', 'acme', 'patient', '--plan', 'gold');
  await run('assign', 'acme', 'patient', '--site');
  expect((await list()).slice(2)).toEqual([
    [
      'patient',
      '-',
      expect.stringMatching(/^[a-z0-9]{12}$/),
      '2',
      'all',
      '0,3,7,14,21',
      '60',
      'keep',
      'keep',
      'the site, 1 plan, 1 account',
    ],
    ['', 'after a trial', 'none', '3', 'keep', 'keep'],
  ]);
  const { dunning } = opened.storage.of(site.id);
  expect((await dunning.assigned('account', account.id))?.code).toBe('patient');
  expect((await run('unassign', 'acme', '--account', account.account_code)).status).toBe(0);
  expect(await dunning.assigned('account', account.id)).toBeUndefined();
  expect((await run('unassign', 'acme', '--account', account.account_code)).status).toBe(1);
  await run('change', 'acme', 'patient', '--trial', 'none');
  expect((await dunning.find('patient'))?.trial_schedule).toBeNull();
});

test('a campaign has a name and a description, which a change may replace and remove', async () => {
  const added = await run('add', 'acme', 'patient', '--name', 'Patient', '--description', 'Reminds seldom', '--json');
  expect(JSON.parse(added.text)).toMatchObject({ name: 'Patient', description: 'Reminds seldom', version: 1 });
  const renamed = await run('change', 'acme', 'patient', '--name', 'Gentle', '--json');
  expect(JSON.parse(renamed.text)).toMatchObject({ name: 'Gentle', description: 'Reminds seldom', version: 2 });
  expect((await list())[2]?.slice(0, 2)).toEqual(['patient', 'Gentle']);
  const plain = await run('change', 'acme', 'patient', '--name', '', '--description', '', '--json');
  expect(JSON.parse(plain.text)).toMatchObject({ name: 'patient', description: null });
  const named = await run('change', 'acme', 'default', '--name', 'Standard', '--json');
  expect(JSON.parse(named.text)).toMatchObject({ id: 'default', name: 'Standard', schedule: { final_day: 28 } });
  const [entry] = await opened.storage.of(site.id).auditLog.list({}, 1);
  expect(entry).toMatchObject({
    action: 'dunning_campaign.changed',
    changes: { name: { from: null, to: 'Standard' } },
  });
});

test.each([
  [['add', 'acme', 'odd', '--name', 'x'.repeat(256)], 1, /^Name is too long \(maximum is 255 characters\)/],
  [['add', 'acme', 'Patient'], 1, /^Code is invalid\. Use lower-case/],
  [['add', 'acme', 'default'], 1, /^Code has already been taken/],
  [['add', 'acme', 'short', '--final-day', '21'], 1, /^Final day must be greater than 21\. Give a day after/],
  [
    ['add', 'acme', 'odd', '--days', '3,1'],
    1,
    /^Days is invalid: days are whole numbers .* Give at most 30 days in ascending order/,
  ],
  [['add', 'acme', 'odd', '--trial-final-day', '999'], 1, /^Final day must be less than or equal to 365/],
  [['add', 'acme', 'odd', '--days', '1.5'], 2, /^--days takes whole days up to 365, not “1\.5”/],
  [['add', 'acme', 'odd', '--invoice', 'lose'], 2, /^--invoice takes fail\|keep, not “lose”/],
  [['change', 'acme', 'default'], 2, /^Give at least one setting/],
  [['change', 'acme', 'missing', '--final-day', '40'], 1, /^There is no dunning campaign with the code missing\.$/],
  [['change', 'acme', 'default', '--trial', 'none', '--trial-final-day', '3'], 2, /^--trial takes none/],
  [
    ['assign', 'acme', 'default', '--site'],
    1,
    /^The campaign “default” is built in .* -- change acme default --final-day 28$/,
  ],
  [['assign', 'acme', 'default'], 2, /^Give one of --account/],
  [['assign', 'acme', 'default', '--site', '--plan', 'gold'], 2, /^Give one of --account/],
  [['stop', 'acme', '9999'], 1, /^There is no invoice with the invoice number 9999\.$/],
])('%j is rejected and changes nothing', async (args, status, message) => {
  const outcome = await run(...args);
  expect(outcome).toMatchObject({ status, text: expect.stringMatching(message) });
  expect(await opened.storage.of(site.id).dunning.all()).toEqual([]);
});

test('an assignment needs an existing account or plan', async () => {
  await run('add', 'acme', 'patient');
  expect((await run('assign', 'acme', 'patient', '--plan', 'missing')).status).toBe(1);
  expect((await run('assign', 'acme', 'patient', '--account', 'missing')).status).toBe(1);
});

test('dunning of an invoice is stopped once, and only while it is in dunning', async () => {
  const { invoices } = opened.storage.of(site.id);
  const schedule = { days: [0], final_day: 9, invoice: 'fail', subscription: 'expire' } as const;
  const dunning = {
    campaign: 'default',
    version: 1,
    schedule,
    started_at: NOON,
    events_count: 1,
    final: false,
    ended_at: null,
  };
  const invoice = anInvoice(1042, account, { state: 'past_due', dunning, dunning_due_at: NOON + 9 });
  await invoices.add(invoice);
  const number = String(invoice.invoice_number);
  expect(await run('stop', 'acme', number)).toMatchObject({ status: 0 });
  expect(await invoices.find(invoice.uuid)).toMatchObject({
    state: 'past_due',
    dunning: { ended_at: NOON },
    dunning_due_at: null,
    attempt_next_collection_at: null,
  });
  expect(await run('stop', 'acme', number)).toMatchObject({
    status: 1,
    text: expect.stringContaining('not in dunning'),
  });
});
