import { expect, test } from 'vitest';
import { accountOf, type ChartRule, chartKey, EMPTY_CHART, type JournalChart } from './chart.ts';
import { withDatevClient, withDefaultAccount, withoutRule, withRule } from './chart-changes.ts';

const rule = (account: string, traits: Partial<ChartRule> = {}): ChartRule => ({
  ledger_account: 'revenue',
  accounting_code: null,
  tax_type: null,
  currency: null,
  account,
  cost_centre: null,
  tax_code: null,
  ...traits,
});
const chartOf = (...rules: ChartRule[]): JournalChart => rules.reduce(withRule, EMPTY_CHART);
const gold = { ledger_account: 'revenue', accounting_code: 'gold', tax_type: 'vat', currency: 'EUR' } as const;

test('the most specific rule wins: code before tax type, tax type before currency', () => {
  const rules = [
    rule('any'),
    rule('currency', { currency: 'EUR' }),
    rule('tax', { tax_type: 'vat' }),
    rule('tax and currency', { tax_type: 'vat', currency: 'EUR' }),
    rule('code', { accounting_code: 'gold' }),
    rule('code and tax', { accounting_code: 'gold', tax_type: 'vat' }),
  ];
  for (let least = 0; least < rules.length; least += 1) {
    // The order in which rules were added does not matter.
    const some = rules.slice(0, least + 1);
    for (const chart of [chartOf(...some), chartOf(...some.toReversed())]) {
      expect(accountOf(chart, gold)?.account).toBe(some.at(-1)?.account);
    }
  }
});

test('rules for another code, tax, currency or ledger account do not apply', () => {
  const chart = chartOf(
    rule('1', { accounting_code: 'silver' }),
    rule('2', { tax_type: 'gst' }),
    rule('3', { currency: 'USD' }),
    rule('4', { ledger_account: 'tax' }),
    rule('5', { tax_type: 'none' }),
  );
  expect(accountOf(chart, gold)).toBeUndefined();
  expect(accountOf(chart, { ...gold, tax_type: null })?.account).toBe('5');
  expect(accountOf(withDefaultAccount(chart, '9999'), gold)).toEqual({
    account: '9999',
    cost_centre: null,
    tax_code: null,
  });
});

test('an account that the product names gives way to a rule with its accounting code only', () => {
  const chart = chartOf(rule('8400', { tax_type: 'vat', cost_centre: 'web' }));
  expect(accountOf(chart, gold, '4001')).toEqual({ account: '4001', cost_centre: 'web', tax_code: null });
  expect(accountOf(withRule(chart, rule('8401', { accounting_code: 'gold' })), gold, '4001')?.account).toBe('8401');
  expect(accountOf(EMPTY_CHART, gold, '4001')?.account).toBe('4001');
});

test('a rule replaces the one with the same traits, and is removed by them', () => {
  const chart = chartOf(rule('8400'), rule('8400', { currency: 'EUR' }), rule('8300'));
  expect(chart.rules.map(({ account, currency }) => [account, currency])).toEqual([
    ['8400', 'EUR'],
    ['8300', null],
  ]);
  expect(withoutRule(chart, chartKey(rule('', { currency: 'EUR' })))?.rules).toEqual([rule('8300')]);
  expect(withoutRule(chart, chartKey(rule('', { currency: 'USD' })))).toBeUndefined();
});

test.each([
  [{ ledger_account: 'sales' as 'revenue' }, 'ledger_account'],
  [{ account: ' ' }, 'account'],
  [{ account: 'a\nb' }, 'account'],
  [{ account: 'a'.repeat(101) }, 'account'],
  [{ currency: 'euro' }, 'currency'],
  [{ cost_centre: '' }, 'cost_centre'],
  [{ accounting_code: 'c'.repeat(21) }, 'accounting_code'],
])('a rule with %j is refused by its field', (traits, field) => {
  expect(() => chartOf(rule('8400', traits))).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ field: `journal_chart.${field}` })] }),
  );
});

test('a chart has at most 500 rules', () => {
  const rules = Array.from({ length: 500 }, (_, n) => rule('1', { accounting_code: `c${n}` }));
  const full: JournalChart = { ...EMPTY_CHART, rules };
  expect(withRule(full, rule('2', { accounting_code: 'c7' })).rules).toHaveLength(500);
  expect(() => withRule(full, rule('2'))).toThrow(
    expect.objectContaining({ issues: [{ field: 'journal_chart.rules', symbol: 'too_many', count: 500 }] }),
  );
});

test('numbers of a DATEV client are in their range', () => {
  const client = { consultant_number: 29_098, client_number: 1, fiscal_year_month: 1, account_length: 4 };
  expect(withDatevClient(EMPTY_CHART, client).datev).toEqual(client);
  for (const [name, value] of Object.entries({
    consultant_number: 1000,
    client_number: 100_000,
    fiscal_year_month: 13,
    account_length: 3.5,
  })) {
    expect(() => withDatevClient(EMPTY_CHART, { ...client, [name]: value })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ field: `journal_chart.${name}` })] }),
    );
  }
});
