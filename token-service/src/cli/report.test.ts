import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount, NOON } from '../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import type { Tool } from './command.ts';
import { reportTool } from './report.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
const world = openWorld(machineClock);
const written: string[] = [];
const write = async (part: string) => void written.push(part);
const run = (tool: Tool, ...args: string[]) =>
  runTool(tool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage, write });
const day = dayIn('UTC', NOON);

beforeAll(async () => {
  await run(siteTool, 'create', 'acme');
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const [site] = await opened.sites.all();
  const records = opened.storage.of(site?.id ?? '');
  const ada = anAccount(1, { account_code: 'ada' });
  await records.accounts.add(ada);
  const invoice = anInvoice(1001, ada, { total_in_cents: 1190, tax_in_cents: 190, subtotal_in_cents: 1000 });
  await records.invoices.add(invoice);
  await records.adjustments.add(
    anAdjustment(1, ada, {
      invoice_id: invoice.uuid,
      description: '=SUM(A1)',
      total_in_cents: 1190,
      tax_in_cents: 190,
      taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: 190 }],
    }),
  );
  await opened.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a report that does not agree with the ledger says so, with status 3', async () => {
  const { status, text } = await run(reportTool, 'acme', 'tax', '--from', day, '--to', day);
  expect(status).toBe(3);
  expect(text).toMatch(/Tax, .*\n\nCOUNTRY .*RATE .*\n.*19 % {2}taxed .*10\.00 USD {2}1\.90 USD/);
  expect(text).toContain('The report has 1.90 USD of tax, and the ledger 0.00 USD.');
});

test('a file has amounts in whole units and in cents, and no formula', async () => {
  written.length = 0;
  const { status, text } = await run(reportTool, 'acme', 'sales', '--from', day, '--to', day, '--csv');
  expect([status, text]).toEqual([0, '']);
  const lines = written.join('').split('\r\n');
  expect(lines).toHaveLength(2 + 1);
  expect(lines[0]).toMatch(/^invoice_number,.*,net,net_in_cents,tax,tax_in_cents,gross,gross_in_cents$/);
  expect(lines[1]).toMatch(/^1001,.*,'=SUM\(A1\),.*,10\.00,1000,1\.90,190,11\.90,1190$/);
});

test('programs read rows with cents', async () => {
  const { text } = await run(reportTool, 'acme', 'tax', '--from', day, '--to', day, '--json');
  expect(JSON.parse(text)).toMatchObject({
    report: 'tax',
    from: day,
    rows: [{ tax_type: 'vat', rate_percent: 19, net_in_cents: 1000, tax_in_cents: 190 }],
    differences: [{ what: 'tax', report_in_cents: 190, ledger_in_cents: 0 }],
  });
});

test('what is no report, no day or no period is refused', async () => {
  expect((await run(reportTool, 'acme', 'profit')).text).toContain('profit');
  expect((await run(reportTool, 'acme', 'tax', '--to', '2026-02-30')).text).toContain('give a day such as 2026-11-30');
  const backwards = await run(reportTool, 'acme', 'tax', '--from', '2026-03-02', '--to', '2026-03-01');
  expect(backwards).toMatchObject({ status: 1, text: expect.stringContaining('before it begins') });
});

test('rows are filtered by any column; unknown ones and plans are refused with those that there are', async () => {
  const rows = async (...where: string[]) =>
    JSON.parse((await run(reportTool, 'acme', 'sales', '--from', day, '--to', day, '--json', ...where)).text).rows;
  expect(await rows('--where', 'type=charge', '--where', 'currency=USD')).toHaveLength(1);
  expect(await rows('--where', 'type=credit')).toEqual([]);
  expect(await rows('--where', 'plan_code=–')).toHaveLength(1);
  for (const [typed, status, sentence] of [
    [['--where', 'colour=blue'], 1, 'the report has no such filter; give one of account_code, '],
    [['--where', 'type=charge', '--where', 'type=credit'], 1, 'has too many entries (maximum is 1)'],
    [['--plan', 'gold'], 1, 'is not included in the list'],
    [['--where', 'colour'], 2, '--where takes <column>=<value>, not “colour”.'],
  ] as const) {
    expect(await run(reportTool, 'acme', 'sales', ...typed)).toMatchObject({
      status,
      text: expect.stringContaining(sentence),
    });
  }
  expect((await run(reportTool, 'acme', 'tax', '--plan', 'gold')).text).toContain('no such filter');
});

test('a file of a report that differs from the ledger is not written', async () => {
  written.length = 0;
  const { status, text } = await run(reportTool, 'acme', 'tax', '--from', day, '--to', day, '--csv');
  expect([status, written]).toEqual([3, []]);
  expect(text).toContain('The report has 1.90 USD of tax');
});
