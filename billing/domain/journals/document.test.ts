import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_CHART, type JournalChart } from './chart.ts';
import { withRule } from './chart-changes.ts';
import { type JournalDocument, journalDocument, summariesOf, UnmappedPosting, unmappedIn } from './document.ts';
import type { JournalMovement } from './journal-movement.ts';
import { pairsOf } from './pairs.ts';
import { randomMovements } from './random-movement.fixture.ts';
import { unmappedWords } from './unmapped-words.ts';

const any = { accounting_code: null, tax_type: null, currency: null, cost_centre: null, tax_code: null };
const chart: JournalChart = [
  { ...any, ledger_account: 'receivable', account: '1400' },
  { ...any, ledger_account: 'revenue', account: '8400', tax_code: '3' },
  { ...any, ledger_account: 'revenue', accounting_code: 'gold', account: '8401', cost_centre: 'gold' },
  { ...any, ledger_account: 'tax', tax_type: 'vat', account: '1776' },
].reduce<JournalChart>(withRule as never, { ...EMPTY_CHART, default_account: '9999' });
const batch = { chart, time_zone: 'Europe/Berlin' };

/** Gold for 100.00 and 19.00 VAT, silver for 50.00 and 9.50, on 1 December in Berlin. */
const invoice: JournalMovement = {
  id: 'm1',
  at: Date.parse('2026-11-30T23:30:00Z') / 1000,
  currency: 'EUR',
  kind: 'invoice.posted',
  account_code: 'ada',
  invoice_number: '1001',
  entries: [
    { account: 'receivable', amount: 17_850 },
    { account: 'revenue', amount: -15_000 },
    { account: 'tax', amount: -2850 },
  ],
  lines: [
    {
      accounting_code: 'gold',
      revenue_gl_account_code: null,
      net: 10_000,
      taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: 1900 }],
    },
    {
      accounting_code: 'silver',
      revenue_gl_account_code: null,
      net: 5000,
      taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: 950 }],
    },
  ],
};

const sums = (documents: readonly JournalDocument[]) => {
  const found = new Map<string, number>();
  for (const { currency, lines } of documents) {
    for (const { ledger_account, account, amount } of lines) {
      const key = `${currency} ${ledger_account} ${account}`;
      found.set(key, (found.get(key) ?? 0) + amount);
    }
  }
  return [...found].filter(([, amount]) => amount !== 0).sort();
};
const total = (amounts: readonly { readonly amount: number }[]) => amounts.reduce((sum, { amount }) => sum + amount, 0);

test('an invoice is posted to the accounts of its lines, on the day of the site', () => {
  expect(journalDocument(batch, invoice)).toEqual({
    day: '2026-12-01',
    currency: 'EUR',
    kind: 'invoice.posted',
    movement_id: 'm1',
    account_code: 'ada',
    invoice_number: '1001',
    lines: [
      { ledger_account: 'receivable', account: '1400', cost_centre: null, tax_code: null, amount: 17_850 },
      { ledger_account: 'revenue', account: '8401', cost_centre: 'gold', tax_code: null, amount: -10_000 },
      { ledger_account: 'revenue', account: '8400', cost_centre: null, tax_code: '3', amount: -5000 },
      { ledger_account: 'tax', account: '1776', cost_centre: null, tax_code: null, amount: -2850 },
    ],
  });
});

test('what the chart has no account for is named', () => {
  const bare = { ...chart, default_account: null, rules: chart.rules.slice(0, 1) };
  expect(() => journalDocument({ ...batch, chart: bare }, invoice)).toThrow(UnmappedPosting);
  const words = unmappedWords(unmappedIn(bare, invoice));
  expect(words).toContain('revenue in EUR, accounting code gold, tax type vat');
  expect(words).toContain('tax in EUR, accounting code silver, tax type vat');
  expect(words).not.toContain('receivable');
  // What has no tax is named as a rule names it.
  const untaxed = { ...invoice, lines: [], entries: invoice.entries.filter(({ account }) => account !== 'tax') };
  const none = unmappedWords(unmappedIn({ ...bare, rules: [] }, untaxed));
  expect(none).toContain('receivable in EUR; revenue in EUR, tax type none.');
});

describe('random movements', () => {
  test('make balanced documents that add up to the ledger, by day too', () => {
    fc.assert(
      fc.property(randomMovements, (movements) => {
        const documents = movements.map((movement) => journalDocument(batch, movement));
        const byDay = [...Map.groupBy(documents, ({ day }) => day).values()].flatMap(summariesOf);
        for (const document of [...documents, ...byDay]) {
          expect(total(document.lines)).toBe(0);
          const pairs = pairsOf(document);
          expect(total(pairs)).toBe(total(document.lines.filter(({ amount }) => amount > 0)));
          expect(pairs.every(({ amount }) => amount > 0)).toBe(true);
        }
        expect(sums(byDay)).toEqual(sums(documents));
        const ledger = movements.map(({ currency, entries }) => ({
          currency,
          lines: entries.map(({ account, amount }) => ({ ledger_account: account, account: '', amount })),
        }));
        const unmapped = documents.map((document) => ({
          ...document,
          lines: document.lines.map((line) => ({ ...line, account: '' })),
        }));
        expect(sums(unmapped)).toEqual(sums(ledger as never));
      }),
    );
  });

  test('have the same summaries when they are added up in parts', () => {
    fc.assert(
      fc.property(randomMovements, fc.nat(39), (movements, cut) => {
        const documents = movements.map((movement) => ({ ...journalDocument(batch, movement), day: '2026-11-20' }));
        const parts = [...summariesOf(documents.slice(0, cut)), ...documents.slice(cut)];
        expect(summariesOf(parts)).toEqual(summariesOf(documents));
      }),
    );
  });
});
