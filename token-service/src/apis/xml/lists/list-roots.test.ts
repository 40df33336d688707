import { expect, test } from 'vitest';
import { lists } from '../endpoints.ts';

/** Addresses that say which of the records they list. */
const NARROWER: Readonly<Record<string, string>> = {
  child_accounts: 'accounts',
  credit_adjustments: 'adjustments',
  credit_invoices: 'invoices',
  line_items: 'adjustments',
  original_invoices: 'invoices',
  runs: 'report_runs',
  usage: 'usages',
};

test('the root of a list is the end of its address', () => {
  const roots = lists({} as Parameters<typeof lists>[0]).map(({ path, resource }) => {
    const end = path.split('/').at(-1) ?? '';
    return [NARROWER[end] ?? end, resource.plural];
  });
  expect(roots.length).toBeGreaterThan(30);
  expect(roots.filter(([expected, root]) => expected !== root)).toEqual([]);
});
