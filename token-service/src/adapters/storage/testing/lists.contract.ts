import type { Listing, ListQuery } from '@service/billing/ports/listing.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aSite, aTransaction, id, NOON } from './samples.ts';
import { aCreditPayment, anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

interface Dated {
  readonly uuid: string;
  readonly created_at: number;
  readonly updated_at: number;
}

type Query = Omit<ListQuery<never>, 'filter'>;

/**
 * The contract of lists of sold records, which are paged as accounts are: by either time, either way, each record once,
 * also among those of one second.
 */
export const listsPage = (ground: () => Ground): void => {
  const site = 900;
  const account = anAccount(1);
  const records = () => ground().open.storage.of(aSite(site).id);
  const times = (n: number) => ({ created_at: NOON + (n >= 2 && n <= 4 ? 2 : n), updated_at: NOON + 100 - n });
  const upwards = [1, 2, 3, 4, 5, 6];

  beforeAll(async () => {
    await ground().open.sites.add(aSite(site));
    await records().accounts.add(account);
    for (const n of [4, 1, 6, 3, 2, 5]) {
      await records().subscriptions.add(aSubscription(n, account, times(n)));
      await records().invoices.add(anInvoice(n, account, times(n)));
      await records().adjustments.add(anAdjustment(n, account, { ...times(n), invoice_id: id(n) }));
      await records().creditPayments.add(aCreditPayment(n, account, times(n)));
      await records().transactions.add(aTransaction(n, account, times(n)));
    }
  });

  const lists: [string, (records: Records) => Listing<Dated, never>, object][] = [
    ['subscriptions', ({ subscriptions }) => subscriptions, { now: NOON }],
    ['subscriptions of an account', ({ subscriptions }) => subscriptions, { now: NOON, account_id: account.id }],
    ['invoices', ({ invoices }) => invoices, {}],
    ['invoices of an account', ({ invoices }) => invoices, { account_id: account.id, states: ['paid', 'open'] }],
    ['adjustments', ({ adjustments }) => adjustments, { account_id: account.id, type: 'charge' }],
    ['credit payments', ({ creditPayments }) => creditPayments, {}],
    ['credit payments of an account', ({ creditPayments }) => creditPayments, { account_id: account.id }],
    ['transactions', ({ transactions }) => transactions, { account_id: account.id }],
  ];

  describe.each(lists)('%s', (_name, listOf, narrowing) => {
    const filter = narrowing as never;

    const walk = async (query: Query, back = false): Promise<number[]> => {
      const seen: number[] = [];
      let from: ListQuery<never>['from'] = back ? { id: 'f'.repeat(32), at: NOON + 999, back } : undefined;
      for (;;) {
        const page = await listOf(records()).list({ ...query, filter, ...(from ? { from } : {}) });
        const numbers = page.records.map(({ uuid }) => Number.parseInt(uuid, 16));
        seen.splice(back ? 0 : seen.length, 0, ...numbers);
        const edge = page.records.at(back ? 0 : -1);
        if (!page.more || !edge) return seen;
        from = { id: edge.uuid, at: edge[query.sort], back };
      }
    };

    test.each([
      ['created_at', 'asc', upwards],
      ['created_at', 'desc', upwards.toReversed()],
      ['updated_at', 'asc', upwards.toReversed()],
      ['updated_at', 'desc', upwards],
    ] as const)('by %s, %s', async (sort, order, expected) => {
      for (const limit of [1, 4, 6]) expect(await walk({ sort, order, limit })).toEqual(expected);
    });

    test('backwards', async () => {
      expect(await walk({ sort: 'created_at', order: 'asc', limit: 4 }, true)).toEqual(upwards);
    });

    test('between two moments, and counted', async () => {
      const query = { sort: 'created_at', order: 'asc', begin: NOON + 2, end: NOON + 5 } as const;
      expect(await walk({ ...query, limit: 2 })).toEqual([2, 3, 4, 5]);
      expect(await listOf(records()).count({ ...query, filter, limit: 1 })).toBe(4);
    });
  });
};
