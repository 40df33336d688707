import { expect, test } from 'vitest';
import type { UsageBilling } from '../../../domain/subscriptions/usage-lines.ts';
import type { UsageTotal } from '../../../domain/subscriptions/usage-selection.ts';
import type { UsageRecords } from '../../../ports/usages.ts';
import { billUsage, refuseOtherUsage } from './bill-usage.ts';

const period = { startedAt: 0, endsAt: 100 };
const priced: UsageBilling = {
  selection: { subscription_id: 'subscription', add_on_code: 'archive', late: false, ...period },
  period,
  total: { count: 2, amount: '7.5', last: 9 },
  line: 'line',
};

/** Records that return this total, and collect what is written. */
const holding = (total: UsageTotal) => {
  const written: unknown[][] = [];
  const note =
    (name: string) =>
    async (...values: unknown[]) =>
      void written.push([name, ...values]);
  const usages = {
    unbilled: async () => total,
    bill: note('bill'),
    defer: note('defer'),
  } as Partial<UsageRecords> as UsageRecords;
  return { records: { usages }, written };
};

test.each([
  ['recorded', { count: 3, amount: '8.5', last: 10 }],
  ['changed', { count: 2, amount: '9', last: 9 }],
  ['replaced by one of the same amount', { count: 1, amount: '7.5', last: 10 }],
])('an order is refused when usage was %s since it was priced', async (_what, total) => {
  await expect(refuseOtherUsage(holding(total).records, [priced])).rejects.toThrow('simultaneous_request');
  await refuseOtherUsage(holding(priced.total).records, [priced]);
});

test('priced usage is billed, and usage recorded during the payment is late', async () => {
  const { records, written } = holding(priced.total);
  await billUsage(records, [priced], 100);
  expect(written).toEqual([
    ['bill', priced.selection, 9, 'line', 100],
    ['defer', priced.selection, period],
  ]);
});

test('late usage is not moved to another period', async () => {
  const { records, written } = holding(priced.total);
  await billUsage(records, [{ ...priced, selection: { ...priced.selection, late: true } }], 100);
  expect(written.map(([name]) => name)).toEqual(['bill']);
});
