import { expect, test } from 'vitest';
import type { UsageRecords } from '../../ports/usages.ts';
import type { UsageTotal } from '../../usages/record.ts';
import { billUsage } from './bill-usage.ts';

const selection = {
  subscription_id: 'subscription',
  add_on_code: 'archive',
  late: false,
  startedAt: 0,
  endsAt: 100,
};

/** Records that hold this total, and note what is billed. */
const holding = (total: UsageTotal) => {
  const billed: unknown[][] = [];
  const usages = {
    unbilled: async () => total,
    bill: async (...billing: unknown[]) => void billed.push(billing),
  } as Partial<UsageRecords> as UsageRecords;
  return { records: { usages }, billed };
};

test('usage is billed as it was priced', async () => {
  const { records, billed } = holding({ count: 2, amount: '7.5' });
  await billUsage(records, [{ selection, total: { count: 2, amount: '7.5' }, line: 'line' }], 100);
  expect(billed).toEqual([[selection, 'line', 100]]);
});

test.each([
  ['recorded', { count: 3, amount: '8.5' }],
  ['changed', { count: 2, amount: '9' }],
  ['replaced by one of the same amount', { count: 1, amount: '7.5' }],
])('an order is refused when usage was %s since it was priced', async (_what, total) => {
  const { records, billed } = holding(total);
  const stale = billUsage(records, [{ selection, total: { count: 2, amount: '7.5' }, line: 'line' }], 100);
  await expect(stale).rejects.toThrow('simultaneous_request');
  expect(billed).toEqual([]);
});
