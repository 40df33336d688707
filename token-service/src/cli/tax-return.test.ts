import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LineTax } from '@service/billing/domain/adjustments/record.ts';
import { type ReportRow, whereOfLead } from '@service/billing/domain/reports/report.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import { REPORT_NAMES, REPORTS, type ReportName } from '@service/billing/queries/reports/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount, id } from '../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { auditTool } from './audit.ts';
import type { Tool } from './command.ts';
import { exchangeRatesTool } from './exchange-rates.ts';
import { reportTool } from './report.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-return-'));
const NOW = '2026-11-10T12:00:00Z';
const world = openWorld({ ...machineClock, now: () => Date.parse(NOW) });
const run = (tool: Tool, ...args: string[]) =>
  runTool(tool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const opened = () => openStorage({ dataDir: folder, databaseUrl: null }, world);

interface Sale {
  readonly on: string;
  readonly country: string;
  readonly state?: string;
  readonly currency: string;
  readonly net: number;
  readonly taxes?: readonly (readonly [type: string, region: string, rate: string, amount: number])[];
  readonly vat_number?: string;
  /** The customer, by number. */
  readonly by?: number;
  /** The number of the sale that it credits. */
  readonly credits?: number;
  readonly origin?: 'write_off';
}

const vat = (region: string, rate: string, amount: number) => [['vat', region, rate, amount]] as const;

const SALES: readonly Sale[] = [
  // Of the quarter before.
  { on: '2026-06-10', country: 'SE', currency: 'SEK', net: 100_000, taxes: vat('SE', '0.25', 25_000) },
  { on: '2026-07-01', country: 'FR', currency: 'EUR', net: 10_000, taxes: vat('FR', '0.2', 2_000) },
  { on: '2026-08-01', country: 'SE', currency: 'SEK', net: 55_282, taxes: vat('SE', '0.25', 13_821) },
  { on: '2026-09-30', country: 'DE', currency: 'EUR', net: 5_000, taxes: vat('DE', '0.19', 950) },
  // Credits of this quarter and of the one before.
  { on: '2026-09-01', country: 'FR', currency: 'EUR', net: -1_000, taxes: vat('FR', '0.2', -200), credits: 1 },
  { on: '2026-09-02', country: 'SE', currency: 'SEK', net: -20_000, taxes: vat('SE', '0.25', -5_000), credits: 0 },
  // Two accounts of one business, and a credit of one of them.
  { on: '2026-08-02', country: 'AT', currency: 'EUR', net: 7_000, vat_number: 'ATU12345678', by: 2 },
  { on: '2026-08-03', country: 'AT', currency: 'EUR', net: 3_000, vat_number: 'AT U 12345678', by: 3 },
  { on: '2026-09-03', country: 'AT', currency: 'EUR', net: -500, vat_number: 'ATU12345678', by: 3, credits: 7 },
  { on: '2026-08-04', country: 'IT', currency: 'EUR', net: 4_000, vat_number: 'IT12345678901' },
  { on: '2026-08-05', country: 'GB', currency: 'USD', net: 20_000, taxes: [['gb', 'VAT', '0.2', 4_000]] },
  { on: '2026-08-05', country: 'GB', currency: 'GBP', net: 1_000 },
  { on: '2026-08-06', country: 'US', state: 'CA', currency: 'USD', net: 1_000, taxes: [['usst', 'CA', '0.0875', 88]] },
  { on: '2026-08-06', country: 'US', state: 'OR', currency: 'USD', net: 900 },
  {
    on: '2026-08-07',
    country: 'CA',
    state: 'QC',
    currency: 'CAD',
    net: 1_000,
    taxes: [
      ['ca', 'GST', '0.05', 50],
      ['ca', 'QST', '0.09975', 100],
    ],
  },
  { on: '2026-08-08', country: 'CA', state: 'ON', currency: 'CAD', net: 1_000, taxes: [['ca', 'HST', '0.13', 130]] },
  { on: '2026-08-09', country: 'AU', currency: 'AUD', net: 1_000, taxes: [['au', 'GST', '0.1', 100]] },
  { on: '2026-08-10', country: 'AU', currency: 'AUD', net: 2_000 },
  { on: '2026-08-11', country: 'NZ', currency: 'NZD', net: 1_000, taxes: [['nz', 'GST', '0.15', 150]] },
  {
    on: '2026-09-04',
    country: 'NZ',
    currency: 'NZD',
    net: -1_000,
    taxes: [['nz', 'GST', '0.15', -150]],
    credits: 18,
    origin: 'write_off',
  },
];

const add = async (sale: Sale, n: number, records: Awaited<ReturnType<typeof siteRecords>>['records']) => {
  const owner = anAccount(sale.by ?? 1);
  const created_at = Date.parse(`${sale.on}T12:00:00Z`) / 1000;
  const taxes = (sale.taxes ?? []).map(([type, region, rate, amount]): LineTax => ({ type, region, rate, amount }));
  const tax_in_cents = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const total_in_cents = sale.net + tax_in_cents;
  const dated = { created_at, updated_at: created_at, currency: sale.currency, tax_in_cents, total_in_cents };
  const { address } = anInvoice(1, owner);
  const invoice = anInvoice(1000 + n, owner, {
    ...dated,
    subtotal_in_cents: sale.net,
    type: sale.net < 0 ? 'credit' : 'charge',
    origin: sale.origin ?? 'purchase',
    vat_number: sale.vat_number ?? null,
    vat_reverse_charge_notes: sale.vat_number ? '' : null,
    address: address && { ...address, country: sale.country, state: sale.state ?? null },
  });
  await records.invoices.add(invoice);
  await records.adjustments.add(
    anAdjustment(2000 + n, owner, {
      ...dated,
      taxes,
      invoice_id: invoice.uuid,
      original_adjustment_uuid: sale.credits === undefined ? null : id(2000 + sale.credits),
      start_date: created_at,
    }),
  );
  await records.ledger.append({
    ...{ id: id(3000 + n), at: created_at, account_id: owner.id, currency: sale.currency },
    ...{ kind: 'invoice.posted', subject: invoice.uuid },
    entries: [
      { account: 'receivable', amount: total_in_cents },
      { account: 'revenue', amount: -sale.net },
      ...(tax_in_cents === 0 ? [] : [{ account: 'tax', amount: -tax_in_cents } as const]),
    ],
  });
};

const siteRecords = async () => {
  const { close, sites, storage } = await opened();
  const [site] = await sites.all();
  if (!site) throw new Error('There is no site.');
  return { site, storage, records: storage.of(site.id), close };
};

beforeAll(async () => {
  await run(siteTool, 'create', 'acme', '--seller-country', 'DE');
  const { records, close } = await siteRecords();
  for (const n of [1, 2, 3]) await records.accounts.add(anAccount(n, { account_code: `customer-${n}` }));
  for (const [n, sale] of SALES.entries()) await add(sale, n, records);
  await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const rowsOf = async (name: string, ...more: string[]): Promise<readonly ReportRow[]> => {
  const { status, text } = await run(reportTool, 'acme', name, '--period', '2026-Q3', '--json', ...more);
  expect(status, text).toBe(0);
  return JSON.parse(text).rows;
};

const pick = (rows: readonly ReportRow[], ...names: readonly string[]) =>
  rows.filter(({ part }) => part !== 'not_in_return').map((row) => names.map((name) => row[name]));

test('a return that lacks rates shows what it can, says which are missing and how to import them, and fails', async () => {
  const asked = ['acme', 'tax_oss', '--period', '2026-Q3'] as const;
  const { status, text } = await run(reportTool, ...asked);
  expect(status).toBe(3);
  // What is in euros needs no rate.
  expect(text).toMatch(/in_return .*EUR.* 90\.00 EUR/);
  expect(text).toContain('This report is not whole: do not file it.');
  expect(text).toContain('No ECB rate of 30 June 2026 for SEK, nor of 30 September 2026 for SEK is stored.');
  expect(text).toContain('npm run exchange-rates -- import <subdomain> <file>');
  const json = await run(reportTool, ...asked, '--json');
  expect(json.status).toBe(3);
  const { missing_rates, rows } = JSON.parse(json.text);
  expect(missing_rates).toEqual([
    { day: '2026-06-30', currency: 'SEK' },
    { day: '2026-09-30', currency: 'SEK' },
  ]);
  const swedish = rows.filter((row: ReportRow) => row.currency === 'SEK' && row.part !== 'not_in_return');
  expect(swedish.length).toBeGreaterThan(0);
  for (const row of swedish) expect(row.tax_eur_in_cents).toBeNull();
  // A file has no place to say so.
  const file = await run(reportTool, ...asked, '--csv');
  expect(file.status).toBe(1);
  expect(file.text).toContain('npm run exchange-rates');
  expect(file.text).not.toContain('in_return');
});

test('rates are imported from files of the ECB, all or none', async () => {
  const csv = (lines: string) => `Date,USD,SEK,GBP,AUD,NZD,\n${lines}`;
  const wrong = fileOf('wrong.csv', csv('2026-09-30,1.1740,11,0565,0.8730,1.7,2,\n2026-02-30,1,1,1,1,1,\n'));
  expect(await run(exchangeRatesTool, 'import', 'acme', wrong)).toMatchObject({
    status: 1,
    text: expect.stringContaining('“2026-02-30” is no day'),
  });
  expect((await run(exchangeRatesTool, 'list', 'acme')).text).toContain('No rates are stored');
  const file = fileOf(
    'eurofxref-hist.csv',
    csv(
      '2026-09-30,1.1740,11.0564,0.8730,1.7740,2.0210,\n2026-06-30,1.1720,11.1465,0.8566,N/A,N/A,\n2025-12-31,1.1,11,0.8,N/A,N/A,\n',
    ),
  );
  expect(await run(exchangeRatesTool, 'import', 'acme', file, '--since', '2026-01-01')).toMatchObject({
    status: 0,
    text: 'Rates of 2026-06-30 to 2026-09-30: 8 added, 0 replaced, 0 stored already.',
  });
  expect((await run(exchangeRatesTool, 'import', 'acme', file, '--since', '2026-07-01')).text).toContain(
    '0 added, 0 replaced, 5 stored already',
  );
  expect((await run(exchangeRatesTool, 'list', 'acme')).text).toMatch(/SEK +2026-06-30 +2026-09-30 +2\n/);
  const { text } = await run(auditTool, 'acme');
  expect(text.split('\n').filter((line) => line.includes('exchange_rates.imported'))).toHaveLength(1);
});

test('rates that are stored otherwise are only replaced if that is asked for', async () => {
  const file = fileOf('other.csv', 'Date,SEK,\n2026-09-30,11.0565,\n2026-09-29,11.1,\n');
  const refused = await run(exchangeRatesTool, 'import', 'acme', file);
  expect([refused.status, refused.text]).toEqual([
    1,
    expect.stringContaining('SEK of 2026-09-30 as 11.0564, not 11.0565'),
  ]);
  expect((await run(exchangeRatesTool, 'list', 'acme')).text).toMatch(/SEK .* 2\n/);
  expect((await run(exchangeRatesTool, 'import', 'acme', file, '--replace')).text).toContain('1 added, 1 replaced');
  const twice = fileOf('twice.csv', 'Date,SEK,\n2026-09-28,11.1,\n2026-09-28,11.2,\n');
  expect((await run(exchangeRatesTool, 'import', 'acme', twice)).text).toContain('the rate of 2026-09-28 SEK twice');
});

test.each([
  [['import', 'acme', 'nowhere.csv'], 'There is no file'],
  [['import', 'acme', fileOf('a.zip', 'PK\u0003')], 'Unpack it'],
  [['import', 'acme', fileOf('b.csv', 'Date,SEK,\n2026-09-28,11.1,\n'), '--since', '2027-01-01'], 'has no rates'],
  [['import', 'acme', 'b.csv', '--since', 'May'], '--since is a day'],
])('%j is refused', async (args, message) => {
  const { status, text } = await run(exchangeRatesTool, ...args);
  expect([status === 0, text]).toEqual([false, expect.stringContaining(message)]);
});

test('the one-stop shop return is in euro at the rates of the last day; corrections are at those of their quarter', async () => {
  const names = ['part', 'corrected_quarter', 'country', 'rate_percent', 'net_eur_in_cents', 'tax_eur_in_cents'];
  const rows = await rowsOf('tax_oss');
  expect(pick(rows, ...names, 'exchange_rate', 'rate_day')).toEqual([
    ['in_return', null, 'FR', 20, 9_000, 1_800, null, null],
    // 552.82 / 11.0565 = 49.9995…, 138.21 / 11.0565 = 12.5003…
    ['in_return', null, 'SE', 25, 5_000, 1_250, '1 EUR = 11.0565 SEK', '2026-09-30'],
    ['correction', '2026-Q2', 'SE', 25, -1_794, -449, '1 EUR = 11.1465 SEK', '2026-06-30'],
  ]);
  const { text } = await run(reportTool, 'acme', 'tax_oss', '--period', '2026-Q3');
  expect(text).toContain('In the return. Net in EUR: 140.00 EUR. Tax in EUR: 30.50 EUR.');
  expect(text).toContain('Corrections. Net in EUR: -17.94 EUR. Tax in EUR: -4.49 EUR.');
  expect(text).toContain('Together. Net in EUR: 122.06 EUR. Tax in EUR: 26.01 EUR.');
  expect(text).toContain('The taxes of all rows agree with the report Tax');
});

test('a quarter that is not over is converted at the latest stored rates, whose day it says', async () => {
  const { records, site, storage, close } = await siteRecords();
  const [country, currency] = ['SE', 'SEK'];
  await add({ on: '2026-11-02', country, currency, net: 100_000, taxes: vat('SE', '0.25', 25_000) }, 30, records);
  const rowsAt = async (at: string) => {
    const question = { site, at: Date.parse(at) / 1000 };
    const report = await openReport({ storage })(question, 'tax_oss', { period: '2026-Q4', where: {} });
    return (await Array.fromAsync(report.rows())).filter(({ part }) => part === 'in_return');
  };
  // 250.00 / 11.0565 = 22.6111…
  expect(pick(await rowsAt(NOW), 'tax_eur', 'rate_day')).toEqual([[2_261, '2026-09-30']]);
  await records.exchangeRates.keep([{ day: '2026-11-09', currency: 'SEK', rate: '10.0' }]);
  expect(pick(await rowsAt(NOW), 'tax_eur', 'rate_day')).toEqual([[2_500, '2026-11-09']]);
  // Once it is over, only the day of the return will do.
  await expect(rowsAt('2027-01-02T12:00:00Z')).rejects.toMatchObject({
    params: { what: expect.stringContaining('31 December 2026 for SEK') },
  });
  await close();
});

test('a tax return is about the latest quarter that is over, unless a period is given', async () => {
  const usual = await run(reportTool, 'acme', 'tax_oss', '--json');
  expect(JSON.parse(usual.text)).toMatchObject({ from: '2026-07-01', to: '2026-09-30' });
  const month = await run(reportTool, 'acme', 'ec_sales', '--period', '2026-08', '--json');
  expect(JSON.parse(month.text)).toMatchObject({ from: '2026-08-01', to: '2026-08-31' });
  const none = await run(reportTool, 'acme', 'tax', '--period', 'Q3');
  expect([none.status, none.text]).toEqual([1, expect.stringContaining('give a quarter such as 2026-Q3')]);
  const both = await run(reportTool, 'acme', 'tax', '--period', '2026-Q3', '--to', '2026-09-30');
  expect([both.status, both.text]).toEqual([1, expect.stringContaining('send either the period or')]);
  const ahead = await run(reportTool, 'acme', 'tax_oss', '--period', '2027-Q1');
  expect([ahead.status, ahead.text]).toEqual([1, expect.stringContaining('in the future')]);
});

test('the EC sales list has a row for each business, credits deducted', async () => {
  const names = ['country', 'vat_number', 'account_codes', 'lines', 'net_in_cents', 'tax_in_cents'];
  expect(pick(await rowsOf('ec_sales'), ...names)).toEqual([
    ['AT', 'ATU12345678', 'customer-2, customer-3', 3, 9_500, 0],
    ['IT', 'IT12345678901', 'customer-1', 1, 4_000, 0],
  ]);
});

test('the British return has its boxes in pounds', async () => {
  const names = ['country', 'treatment', 'exchange_rate', 'box_1_in_cents', 'box_6_in_cents'];
  expect(pick(await rowsOf('vat_uk'), ...names)).toEqual([
    ['GB', 'not_taxed', null, 0, 1_000],
    // 200.00 / 1.1740 x 0.8730 = 148.7223…, 40.00 of tax are 29.7444…
    ['GB', 'taxed', '1 EUR = 1.1740 USD = 0.8730 GBP', 2_974, 14_872],
  ]);
});

test('American and Canadian returns are by state or province, rate and tax', async () => {
  const american = ['state', 'rate_percent', 'treatment', 'net_in_cents', 'tax_in_cents'];
  expect(pick(await rowsOf('sales_tax_us'), ...american)).toEqual([
    ['CA', 8.75, 'taxed', 1_000, 88],
    ['OR', null, 'not_taxed', 900, 0],
  ]);
  const canadian = ['part', 'state', 'region', 'rate_percent', 'net_in_cents', 'tax_in_cents'];
  expect(pick(await rowsOf('sales_tax_ca'), ...canadian)).toEqual([
    ['gst_hst', 'ON', 'HST', 13, 1_000, 130],
    ['gst_hst', 'QC', 'GST', 5, 1_000, 50],
    ['qst', 'QC', 'QST', 9.975, 1_000, 100],
  ]);
});

test('Australian and New Zealand returns have sales with their tax, and write-offs apart', async () => {
  expect(pick(await rowsOf('gst_au'), 'treatment', 'label_g1_in_cents', 'label_1a_in_cents')).toEqual([
    ['not_taxed', 2_000, 0],
    ['taxed', 1_100, 100],
  ]);
  const names = ['box_5_in_cents', 'box_6_in_cents', 'box_8_in_cents', 'tax_written_off_in_cents'];
  expect(pick(await rowsOf('gst_nz'), ...names)).toEqual([[0, 0, 0, -150]]);
});

test('every return has all sales of the report about tax, and its numbers lead to their lines', async () => {
  const sumOf = (rows: readonly ReportRow[]) => {
    const sums = new Map<unknown, number[]>();
    for (const { currency, lines, net_in_cents, tax_in_cents } of rows) {
      const [count = 0, net = 0, tax = 0] = sums.get(currency) ?? [];
      sums.set(currency, [count + Number(lines), net + Number(net_in_cents), tax + Number(tax_in_cents)]);
    }
    return Object.fromEntries([...sums].sort());
  };
  const tax = sumOf(await rowsOf('tax'));
  const { site, storage, close } = await siteRecords();
  const read = async (name: ReportName, where: Readonly<Record<string, string>>) => {
    const at = Date.parse(NOW) / 1000;
    const report = await openReport({ storage })({ site, at }, name, { period: '2026-Q3', where });
    return Array.fromAsync(report.rows());
  };
  for (const name of REPORT_NAMES.filter((each) => 'isReturn' in REPORTS[each])) {
    expect(sumOf(await rowsOf(name)), name).toEqual(tax);
    for (const row of await read(name, {})) {
      const leads = REPORTS[name].columns.find((column) => column.name === 'net')?.leads;
      if (!leads || leads.unless?.(row)) continue;
      const lines = await read('sales', whereOfLead(leads, row));
      const ofTax = lines.reduce((sum, { of_tax }) => sum + Number(of_tax ?? 0), 0);
      expect([lines.length, lines.reduce((sum, { net }) => sum + Number(net), 0), ofTax], name).toEqual([
        ...[row.lines, row.net, row.tax],
      ]);
    }
  }
  await close();
});

test('sales with one tax say how much of each line is of it, and other sales have no such column', async () => {
  const qst = await rowsOf('sales', '--where', 'country=CA', '--where', 'taxes=QST 9.975 %');
  expect(pick(qst, 'taxes', 'tax_in_cents', 'of_tax_in_cents')).toEqual([['GST 5 %, QST 9.975 %', 150, 100]]);
  for (const row of await rowsOf('sales', '--where', 'country=CA')) expect(row).not.toHaveProperty('of_tax_in_cents');
});

test('a return that does not agree with the ledger says so', async () => {
  const { records, close } = await siteRecords();
  await records.ledger.append({
    ...{ id: id(3999), at: Date.parse('2026-07-05') / 1000, account_id: anAccount(1).id, currency: 'EUR' },
    ...{ kind: 'invoice.posted', subject: id(1001) },
    entries: [
      { account: 'receivable', amount: 7 },
      { account: 'tax', amount: -7 },
    ],
  });
  await close();
  const { status, text } = await run(reportTool, 'acme', 'gst_nz', '--period', '2026-Q3');
  expect([status, text]).toEqual([3, expect.stringContaining('of tax, and the ledger')]);
});
