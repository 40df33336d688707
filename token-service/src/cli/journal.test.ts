import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Movement } from '@service/billing/domain/ledger/movement.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anAccount, aSite, id, NOON } from '../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { journalTool } from './journal.ts';
import { runTool } from './tool.ts';

const DAY = 86_400;
/** 1 March 2026 at noon; the movements are of that day. */
const world = openWorld({ ...machineClock, now: () => (NOON + DAY) * 1000 });
const site = aSite(1, { subdomain: 'acme', time_zone: 'UTC' });
const line = { accounting_code: 'gold', revenue_gl_account_code: null };
let folder: string;
let opened: OpenStorage;

const movementOf = (n: number, changes: Partial<Movement> = {}): Movement => ({
  ...{ id: id(n), at: NOON, account_id: anAccount(1).id, currency: 'USD', kind: 'payment.received', subject: id(n) },
  entries: [
    { account: 'cash', amount: 979 },
    { account: 'receivable', amount: -979 },
  ],
  ...changes,
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
  const records = opened.storage.of(site.id);
  const ada = anAccount(1);
  await records.accounts.add(ada);
  const invoice = anInvoice(1001, ada, { total_in_cents: 979, tax_in_cents: 79, subtotal_in_cents: 900 });
  await records.invoices.add(invoice);
  await records.adjustments.add(anAdjustment(1, ada, { ...line, invoice_id: invoice.uuid }));
  await records.ledger.append(
    movementOf(1, {
      kind: 'invoice.posted',
      subject: invoice.uuid,
      entries: [
        { account: 'receivable', amount: 979 },
        { account: 'revenue', amount: -900 },
        { account: 'tax', amount: -79 },
      ],
    }),
  );
  await records.ledger.append(movementOf(2));
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(journalTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const ok = async (...args: string[]): Promise<string> => {
  const { status, text } = await run(...args);
  expect({ status, text }).toMatchObject({ status: 0 });
  return text;
};

test('a batch is refused until the chart has an account for each posting, and says which it has not', async () => {
  await ok('map', 'acme', 'cash', '1200');
  const refused = await run('make', 'acme');
  expect(refused.status).toBe(1);
  expect(refused.text).toContain(
    'receivable in USD; revenue in USD, accounting code gold, tax type usst; tax in USD, ',
  );
  expect(refused.text).toContain('Nothing was exported.');
  expect(await ok('list', 'acme')).toContain('There are no batches.');
  await ok('default-account', 'acme', '9999');
  expect(await ok('make', 'acme')).toContain('Batch 1 has 2 movements from 2026-03-01 to 2026-03-01: 19.58 USD.');
});

test('what a batch has taken is in no other, and late movements are in the next one', async () => {
  await ok('default-account', 'acme', '9999');
  await ok('make', 'acme', '--detail', 'document');
  expect(await ok('make', 'acme')).toContain('No batch was made');
  // Dated a day earlier than the movements of the first batch.
  await opened.storage.of(site.id).ledger.append(movementOf(3, { at: NOON - DAY }));
  expect(await ok('make', 'acme')).toContain('Batch 2 has 1 movement from 2026-02-28 to 2026-02-28: 9.79 USD.');
  const listed = JSON.parse(await ok('list', 'acme', '--json'));
  expect(listed).toMatchObject([
    { number: 2, detail: 'day', movements: 1 },
    { number: 1, detail: 'document', up_to: '2026-03-01', totals: [{ currency: 'USD', debits_in_cents: 1958 }] },
  ]);
  expect(JSON.parse(await ok('list', 'acme', '--before', '2', '--json'))).toHaveLength(1);
});

test('files are written by the most specific rules, and stay the same when the chart changes', async () => {
  await ok('default-account', 'acme', '9999');
  await ok('map', 'acme', 'revenue', '4000');
  await ok('map', 'acme', 'revenue', '4010', '--code', 'gold', '--cost-centre', 'web');
  await ok('make', 'acme', '--detail', 'document');
  // What no rule named went to the default account, added up; what one did is not told.
  const shown = await ok('show', 'acme', '1');
  expect(shown).toMatch(
    /POSTED TO 9999, WITHOUT A RULE +NUMBER +DEBITS +CREDITS\n.*cash in USD +1 +9\.79 USD +0\.00 USD/,
  );
  expect(shown).not.toContain('revenue in USD');
  const { default_postings: postings } = JSON.parse(await ok('show', 'acme', '1', '--json'));
  const sumOf = (name: string) =>
    postings.reduce((sum: number, one: Record<string, number>) => sum + (one[name] ?? 0), 0);
  expect(sumOf('debits_in_cents') - sumOf('credits_in_cents')).toBe(900);
  const out = join(folder, 'out');
  const written = await ok('write', 'acme', '1', '--folder', out);
  expect(written.trim()).toBe(join(out, 'journal-acme-1.csv'));
  const file = readFileSync(join(out, 'journal-acme-1.csv'), 'utf8');
  expect(file).toContain(',revenue,4010,web,,,,9.00,900\r\n');
  await ok('unmap', 'acme', 'revenue', '--code', 'gold');
  await ok('write', 'acme', '1', '--folder', out);
  expect(readFileSync(join(out, 'journal-acme-1.csv'), 'utf8')).toBe(file);
  await ok('write', 'acme', '1', '--folder', out, '--format', 'quickbooks');
  expect(readdirSync(out).sort()).toEqual(['journal-acme-1.csv', 'journal-quickbooks-acme-1.csv']);
});

test('DATEV is told the client, also for batches that were made before', async () => {
  for (const [account, number] of [
    ['receivable', '1400'],
    ['revenue', '8400'],
    ['tax', '1776'],
    ['cash', '1800'],
  ] as const) {
    await ok('map', 'acme', account, number);
  }
  await ok('make', 'acme');
  expect(await run('show', 'acme', '1', '--format', 'datev')).toMatchObject({
    status: 1,
    text: expect.stringContaining('npm run journal -- datev'),
  });
  expect(await run('datev', 'acme', '--consultant', '12', '--client', 'x')).toMatchObject({
    status: 1,
    text: expect.stringMatching(/Consultant number.*1001 to 9999999[\s\S]*Client number/),
  });
  expect(await ok('datev', 'acme', '--consultant', '29098', '--client', '55003')).toContain('accounts of 4 digits');
  expect(await ok('show', 'acme', '1', '--format', 'datev')).toContain('EXTF_Buchungsstapel-acme-1-2026-03-USD.csv');
});

test('the latest batch can be given up, and only that one', async () => {
  await ok('default-account', 'acme', '9999');
  await ok('make', 'acme');
  await opened.storage.of(site.id).ledger.append(movementOf(3));
  await ok('make', 'acme');
  expect(await run('give-up', 'acme', '1')).toMatchObject({ status: 1, text: expect.stringContaining('which is 2') });
  await ok('give-up', 'acme', '2');
  expect(await run('give-up', 'acme', '2')).toMatchObject({
    status: 1,
    text: expect.stringContaining('no journal batch'),
  });
  await ok('give-up', 'acme', '1');
  // The accounting software may know the numbers of those: none is given twice.
  expect(await ok('make', 'acme')).toContain('Batch 3 has 3 movements');
  expect(await run('show', 'acme', '2')).toMatchObject({ status: 1 });
  expect(JSON.parse(await ok('list', 'acme', '--json'))).toMatchObject([
    { number: 3, state: 'made' },
    { number: 2, state: 'given_up' },
    { number: 1, state: 'given_up' },
  ]);
  expect(await ok('list', 'acme')).toMatch(/^2 .* given up$/m);
  await ok('give-up', 'acme', '3');
  expect(await ok('make', 'acme')).toContain('Batch 4 has 3 movements');
});

test('what cannot be read is refused with what to type instead', async () => {
  expect(await run('map', 'acme', 'sales', '8400')).toMatchObject({
    status: 1,
    text: expect.stringContaining('receivable, cash, credit'),
  });
  expect(await run('unmap', 'acme', 'revenue')).toMatchObject({ status: 1 });
  expect(await run('make', 'acme', '--detail', 'week')).toMatchObject({ status: 2 });
  expect(await run('make', 'acme', '--to', 'monday')).toMatchObject({ status: 1 });
  expect(await run('make', 'acme', '--to', '2026-03-04')).toMatchObject({
    status: 1,
    text: expect.stringContaining('future'),
  });
  expect(await run('show', 'acme', '1')).toMatchObject({ status: 1 });
  expect(await run('show', 'acme', 'first')).toMatchObject({ status: 2 });
  expect(await run('show', 'acme', '1', '--format', 'sap')).toMatchObject({ status: 2 });
});
