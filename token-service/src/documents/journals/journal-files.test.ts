import { text } from 'node:stream/consumers';
import type { ChartRule, JournalChart } from '@service/billing/domain/journals/chart.ts';
import { EMPTY_CHART } from '@service/billing/domain/journals/chart.ts';
import { withDatevClient, withRule } from '@service/billing/domain/journals/chart-changes.ts';
import { type JournalDocument, journalDocument, summariesOf } from '@service/billing/domain/journals/document.ts';
import type { JournalMovement } from '@service/billing/domain/journals/journal-movement.ts';
import { randomMovements } from '@service/billing/domain/journals/random-movement.fixture.ts';
import type { OpenJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATEV_COLUMNS } from './datev-columns.ts';
import {
  JOURNAL_FORMAT_NAMES,
  type JournalFormatName,
  journalFiles,
  needJournalFile,
  openJournalFile,
} from './journal-files.ts';
import { windows1252 } from './windows-1252.ts';

const rule = (ledger_account: ChartRule['ledger_account'], account: string, more: Partial<ChartRule> = {}) => ({
  ...{ ledger_account, accounting_code: null, tax_type: null, currency: null, account },
  ...{ cost_centre: null, tax_code: null, ...more },
});
const client = { consultant_number: 29_098, client_number: 55_003, fiscal_year_month: 7, account_length: 4 };
const chart: JournalChart = withDatevClient(
  [
    rule('receivable', '1400'),
    rule('cash', '1800'),
    rule('revenue', '8400', { cost_centre: 'Köln', tax_code: '40' }),
    rule('tax', '1776'),
  ].reduce<JournalChart>(withRule, { ...EMPTY_CHART, default_account: '9999' }),
  client,
);

const moment = (iso: string): number => Date.parse(iso) / 1000;
const posted = (at: string, currency: string, net: number, tax: number, n: number): JournalMovement => ({
  id: `m${n}`,
  at: moment(at),
  currency,
  kind: 'invoice.posted',
  account_code: `customer-${n}`,
  invoice_number: `DE${1000 + n}`,
  entries: [
    { account: 'receivable', amount: net + tax },
    { account: 'revenue', amount: -net },
    { account: 'tax', amount: -tax },
  ],
  lines: [],
});

const batchOf = (movements: readonly JournalMovement[], changes: Partial<OpenJournalBatch> = {}): OpenJournalBatch => {
  const batch = { chart, time_zone: 'Europe/Berlin', ...changes };
  const documents: JournalDocument[] = movements
    .map((movement) => journalDocument(batch, movement))
    .filter(({ lines }) => lines.length > 0);
  return {
    ...batch,
    number: 7,
    state: 'made',
    detail: 'document',
    up_to: '2026-12-31',
    made_at: moment('2026-12-31T23:30:00Z'),
    made_by: 'command line',
    correlation: 'c1',
    movements: movements.length,
    first_day: null,
    last_day: null,
    totals: [],
    async *documents() {
      yield* documents;
    },
  };
};

const filesOf = async (batch: OpenJournalBatch, format: JournalFormatName) => {
  const written = { subdomain: 'demo', batch, format };
  const found: Record<string, string> = {};
  for (const { name } of await journalFiles(written)) {
    const chunks = await openJournalFile(written, await needJournalFile(written, name)).toArray();
    const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
    found[name] = new TextDecoder(format === 'datev' ? 'windows-1252' : 'utf-8').decode(bytes);
  }
  return found;
};

const two = batchOf([
  posted('2026-11-30T10:00:00Z', 'EUR', 10_000, 1900, 1),
  posted('2026-12-01T10:00:00Z', 'EUR', 500, 95, 2),
]);

test('CSV has a line for each posting, in whole units and cents', async () => {
  const lines = (await filesOf(two, 'csv'))['journal-demo-7.csv']?.split('\r\n') ?? [];
  expect(lines[0]).toBe(
    'batch,journal_number,date,currency,kind,invoice_number,customer_code,movement_id,ledger_account,account,' +
      'cost_centre,tax_code,debit,debit_in_cents,credit,credit_in_cents',
  );
  expect(lines.slice(1, 4)).toEqual([
    '7,J7-1,2026-11-30,EUR,invoice.posted,DE1001,customer-1,m1,receivable,1400,,,119.00,11900,,',
    '7,J7-1,2026-11-30,EUR,invoice.posted,DE1001,customer-1,m1,revenue,8400,Köln,40,,,100.00,10000',
    '7,J7-1,2026-11-30,EUR,invoice.posted,DE1001,customer-1,m1,tax,1776,,,,,19.00,1900',
  ]);
});

test('Xero has signed amounts, days first, and files of one currency and 300 lines', async () => {
  const files = await filesOf(
    batchOf([
      ...Array.from({ length: 101 }, (_, n) => posted('2026-11-30T10:00:00Z', 'EUR', 100, 19, n)),
      posted('2026-12-01T10:00:00Z', 'USD', 100, 19, 500),
    ]),
    'xero',
  );
  expect(Object.keys(files)).toEqual([
    'journal-xero-demo-7-EUR.csv',
    'journal-xero-demo-7-EUR-2.csv',
    'journal-xero-demo-7-USD.csv',
  ]);
  const lines = files['journal-xero-demo-7-EUR.csv']?.trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(301);
  expect(lines[0]).toBe(
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
  );
  expect(lines.slice(1, 4)).toEqual([
    'J7-1 invoice posted DE1000,30/11/2026,receivable,1400,Tax Exempt,1.19,,,,',
    'J7-1 invoice posted DE1000,30/11/2026,revenue,8400,40,-1.00,Cost centre,Köln,,',
    'J7-1 invoice posted DE1000,30/11/2026,tax,1776,Tax Exempt,-0.19,,,,',
  ]);
  expect(files['journal-xero-demo-7-EUR-2.csv']?.trim().split('\r\n')).toHaveLength(4);
});

test('QuickBooks has months first, debits and credits in columns of their own, and the code of the customer', async () => {
  const lines = (await filesOf(two, 'quickbooks'))['journal-quickbooks-demo-7.csv']?.trim().split('\r\n') ?? [];
  expect(lines.slice(0, 3)).toEqual([
    'JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name,Currency,Class',
    'J7-1,11/30/2026,1400,119.00,,invoice posted DE1001,customer-1,EUR,',
    'J7-1,11/30/2026,8400,,100.00,invoice posted DE1001,customer-1,EUR,Köln',
  ]);
  const first: JournalDocument[] = [];
  for await (const document of two.documents()) if (document.day === '2026-11-30') first.push(document);
  const day: OpenJournalBatch = {
    ...two,
    detail: 'day',
    async *documents() {
      yield* summariesOf(first);
    },
  };
  expect((await filesOf(day, 'quickbooks'))['journal-quickbooks-demo-7.csv']?.split('\r\n')[1]).toBe(
    'J7-1,11/30/2026,1400,119.00,,invoice posted,,EUR,',
  );
});

describe('DATEV', () => {
  test('has a file for each month and currency, with the head of the format', async () => {
    const files = await filesOf(two, 'datev');
    expect(Object.keys(files)).toEqual([
      'EXTF_Buchungsstapel-demo-7-2026-11-EUR.csv',
      'EXTF_Buchungsstapel-demo-7-2026-12-EUR.csv',
    ]);
    const lines = files['EXTF_Buchungsstapel-demo-7-2026-11-EUR.csv']?.trimEnd().split('\r\n') ?? [];
    // The fiscal year begins in July. The batch was made half an hour after midnight in Berlin.
    expect(lines[0]).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20270101003000000;;"RE";"";"";29098;55003;20260701;4;20261101;20261130;' +
        '"Journal 7";"";1;0;0;"EUR";;"";;;"";;;"";""',
    );
    expect(lines[0]?.split(';')).toHaveLength(31);
    expect(lines[1]).toBe(DATEV_COLUMNS.join(';'));
    expect(DATEV_COLUMNS).toHaveLength(125);
    expect(lines.slice(2).map((line) => line.split(';').slice(0, 14))).toEqual([
      [
        ...['100,00', '"S"', '"EUR"', '', '', '', '1400', '8400', '"40"', '3011', '"DE1001"', '', ''],
        '"J7-1 invoice posted DE1001"',
      ],
      [
        ...['19,00', '"S"', '"EUR"', '', '', '', '1400', '1776', '', '3011', '"DE1001"', '', ''],
        '"J7-1 invoice posted DE1001"',
      ],
    ]);
    expect(lines[2]?.split(';')[36]).toBe('"Köln"');
    expect(lines.slice(1).every((line) => line.split(';').length === 125)).toBe(true);
  });

  test('is written in Windows-1252, with a question mark for what it does not have', () => {
    expect([...windows1252('Köln €’ Łódź')]).toEqual([
      ...[0x4b, 0xf6, 0x6c, 0x6e, 0x20, 0x80, 0x92, 0x20],
      ...[0x3f, 0xf3, 0x64, 0x3f],
    ]);
    // A letter and its accent are one character there.
    expect([...windows1252('o\u0308')]).toEqual([0xf6]);
  });

  test('refuses accounts that are no numbers, and amounts with three decimals', async () => {
    const named = withRule(chart, rule('cash', 'Bank'));
    const written = { subdomain: 'demo', format: 'datev' } as const;
    const paid: JournalMovement = {
      ...posted('2026-11-30T10:00:00Z', 'KWD', 100, 0, 1),
      entries: [
        { account: 'cash', amount: 100 },
        { account: 'receivable', amount: -100 },
      ],
    };
    await expect(journalFiles({ ...written, batch: batchOf([paid], { chart: named }) })).rejects.toMatchObject({
      symbol: 'precondition_failed',
      params: { what: expect.stringMatching(/KWD.*the account Bank/) },
    });
    const unset = batchOf([paid], { chart: { ...chart, datev: null } });
    await expect(journalFiles({ ...written, batch: unset })).rejects.toMatchObject({
      params: { what: expect.stringContaining('numbers of consultant and client') },
    });
  });
});

test('Ledger and Beancount have signed amounts, and Beancount names that it reads', async () => {
  const ledger = (await filesOf(two, 'ledger'))['journal-demo-7.ledger'] ?? '';
  expect(ledger.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual(
    expect.arrayContaining(['2026-11-30 * (J7-1) invoice posted DE1001', '  1400  119.00 EUR', '  8400  -100.00 EUR']),
  );
  const beancount = (await filesOf(two, 'beancount'))['journal-demo-7.beancount'] ?? '';
  expect(beancount.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual(
    expect.arrayContaining([
      '2026-11-30 * "invoice posted DE1001" ^J7-1',
      '  Assets:1400  119.00 EUR',
      '  Income:8400  -100.00 EUR',
      '  cost_centre: "Köln"',
      '  Liabilities:1776  -19.00 EUR',
    ]),
  );
});

/** The sum of each file, which is 0, by the rules of its format. */
const BALANCE: Readonly<Record<JournalFormatName, (file: string) => number>> = {
  csv: (file) => rowsOf(file).reduce((sum, row) => sum + Number(row.at(-3) || 0) - Number(row.at(-1) || 0), 0),
  xero: (file) => rowsOf(file).reduce((sum, row) => sum + thousandths(row[5]), 0),
  quickbooks: (file) => rowsOf(file).reduce((sum, row) => sum + thousandths(row[3]) - thousandths(row[4]), 0),
  // Each line has a debit and a credit.
  datev: () => 0,
  ledger: (file) => postingsOf(file),
  beancount: (file) => postingsOf(file),
};
const thousandths = (amount: string | undefined): number => Math.round(Number(amount || 0) * 1000);
const rowsOf = (file: string) =>
  file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
const postingsOf = (file: string): number =>
  [...file.matchAll(/ {2}(-?[\d.]+) [A-Z]{3}$/gm)].reduce((sum, [, amount]) => sum + thousandths(amount), 0);

test.each(JOURNAL_FORMAT_NAMES)(
  'random movements make files of %s that balance, the same each time',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(randomMovements, async (movements) => {
        const some = format === 'datev' ? movements.filter(({ currency }) => currency !== 'KWD') : movements;
        const batch = batchOf(some);
        const files = await filesOf(batch, format);
        for (const file of Object.values(files)) expect(BALANCE[format](file)).toBe(0);
        expect(await filesOf(batch, format)).toEqual(files);
      }),
      { numRuns: 40 },
    );
  },
);

test('a file that the batch does not have is unknown', async () => {
  const written = { subdomain: 'demo', batch: two, format: 'csv' } as const;
  await expect(needJournalFile(written, 'journal-demo-8.csv')).rejects.toMatchObject({ symbol: 'not_found' });
  expect(await text(openJournalFile(written, await needJournalFile(written, 'journal-demo-7.csv')))).toContain('J7-2');
});
