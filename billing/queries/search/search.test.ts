import { expect, test } from 'vitest';
import type { FoundRecord, SearchedRecord, SearchRecords } from '../../ports/search.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { MOST_COUNTED, search } from './search.ts';

const site = { id: 'site', time_zone: 'UTC', currencies: ['USD', 'JPY'] } as unknown as Site;

const record = (id: string): SearchedRecord => ({
  ...{ id, address: `address-${id}`, label: null, state: 'active', currency: null, cents: null },
  ...{ account_code: `code-${id}`, email: null, first_name: 'Ada', last_name: null, company_name: null },
});

/** Records by the look-ups that find them: `customer code`. Notes each look-up. */
const searching = (held: Readonly<Record<string, readonly string[]>>) => {
  const asked: string[] = [];
  const records: SearchRecords = {
    async find(kind, condition, filters, most) {
      const name = `${kind} ${condition?.by ?? 'filters'}`;
      asked.push(
        `${name}${filters.amounts ? ` ${filters.amounts.map(({ currencies }) => (currencies.includes('JPY') ? 0 : 2))}` : ''}`,
      );
      return (held[name] ?? []).slice(0, most).map((id, index): FoundRecord => ({ id, created_at: index }));
    },
    shown: async (_kind, ids) => ids.map(record).toReversed(),
    places: async () => [],
    identified: async () => [],
    actionsOf: async () => [],
  };
  const storage = { of: () => ({ search: records }) as unknown as Records };
  const run = (text: string, personal = true) => search({ storage })({ site }, text, { hits: 2, personal });
  return { run, asked };
};

test('the index of the text is not read for what a look-up has identified', async () => {
  const { run, asked } = searching({ 'invoice number': ['i'], 'customer words': ['c'] });
  expect((await run('1001')).exact).toMatchObject({ kind: 'invoice', id: 'address-i' });
  expect(asked).not.toContain('customer words');
  expect((await run('100x')).groups).toMatchObject([{ kind: 'customer', count: 1 }]);
  expect(asked.filter((each) => each === 'customer words')).toHaveLength(1);
});

test('a word without digits may be a name too, although a record has it as its code', async () => {
  const { run } = searching({ 'customer code': ['a'], 'customer words': ['a', 'b', 'c'] });
  const { exact, groups } = await run('ada');
  expect(exact?.id).toBe('address-a');
  expect(groups[0]?.count).toBe(3);
  expect(groups[0]?.hits.map(({ id, exact: own }) => [id, own])).toEqual([
    ['address-a', true],
    ['address-c', false],
  ]);
});

test('two records that a text identifies are both shown, and neither is the one that is meant', async () => {
  const { run } = searching({ 'customer code': ['a'], 'invoice number': ['i'] });
  const { exact, groups } = await run('1001');
  expect(exact).toBeNull();
  expect(groups.map(({ kind }) => kind)).toEqual(['customer', 'invoice']);
});

test('no more than a thousand records are counted', async () => {
  const ids = Array.from({ length: 5000 }, (_, n) => String(n));
  const { run } = searching({ 'customer filters': ids });
  expect((await run('state:active')).groups[0]).toMatchObject({ count: MOST_COUNTED, more: true });
});

test('amounts are looked up for each number of decimals that the currencies of the site have', async () => {
  const { run, asked } = searching({});
  await run('amount>5');
  expect(asked.toSorted()).toEqual([
    'invoice filters 0',
    'invoice filters 2',
    'payment filters 0',
    'payment filters 2',
  ]);
});

test('without personal data no look-up by it is done, and the code stands for the name', async () => {
  const { run, asked } = searching({ 'customer code': ['a'] });
  const { groups } = await run('1001', false);
  expect(groups[0]?.hits[0]?.title).toBe('code-a');
  expect(asked.filter((each) => /words|email|customer card|vat|po_number|method_reference/.test(each))).toEqual([]);
});
