import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { DisputeRecord } from '@service/billing/domain/disputes/dispute.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { type CustomerQuery, listCustomers } from '@service/billing/queries/accounts/customer-list.ts';
import { type DisputeQuery, listDisputeRows } from '@service/billing/queries/disputes/dispute-list.ts';
import { type InvoiceQuery, listInvoiceRows } from '@service/billing/queries/invoices/invoice-list.ts';
import { everyRow, type RowPage, type RowQuery } from '@service/billing/queries/lists/row-list.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { listPayments, type PaymentQuery } from '@service/billing/queries/payments/payment-list.ts';
import { search } from '@service/billing/queries/search/search.ts';
import {
  listSubscriptionRows,
  type SubscriptionQuery,
} from '@service/billing/queries/subscriptions/subscription-list.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aBillingInfo, anAccount, aSite, aTransaction, id, NOON } from './samples.ts';
import { anInvoice, aSubscription } from './selling-samples.ts';

const DAY = 86_400;
const HARD_DECLINE = { error_code: 'declined', error_category: 'hard', gateway_error_code: 'insufficient_funds' };

const aDispute = (n: number, account: AccountRecord, changes: Partial<DisputeRecord> = {}): DisputeRecord => ({
  id: id(n),
  gateway_code: 'main',
  reference: `dp-${n}`,
  account_id: account.id,
  transaction_uuid: id(9501),
  state: 'open',
  amount_in_cents: 700,
  currency: 'USD',
  reason: 'fraudulent',
  booked: true,
  evidence: null,
  answered: false,
  accepted_at: null,
  withdrawn_in_cents: 700,
  fee_in_cents: 0,
  fee_currency: null,
  evidence_due_at: NOON + 3 * DAY + 5,
  reported_at: NOON,
  opened_at: NOON + n,
  closed_at: null,
  ...changes,
});

/** The rows and totals of the lists that operators filter, with real SQL of each engine. */
export const listsFilter = (ground: () => Ground): void => {
  const site = aSite(910);
  const caller = { site, at: NOON };
  const elsewhere = { ...anAccount(1).address!, country: 'DE' };
  const trial = anAccount(9401, { first_name: 'Grace', last_name: 'Hopper', company_name: 'Navy' });
  const closed = anAccount(9402, { state: 'closed', address: elsewhere });
  const owing = anAccount(9403, { address: elsewhere });
  const canceling = anAccount(9404, { first_name: null, last_name: null });
  const expiring = anAccount(9405, { address: { ...elsewhere, country: null } });
  const bare = anAccount(9406);
  const everyone = [trial, closed, owing, canceling, expiring, bare];

  const add = async (records: Records): Promise<void> => {
    for (const account of everyone) await records.accounts.add(account);
    for (const account of [trial, owing]) await records.paymentMethods.save(aBillingInfo(account));
    await records.paymentMethods.save({ ...aBillingInfo(canceling), country: 'DE' });
    await records.paymentMethods.save({ ...aBillingInfo(expiring), country: 'DE', year: 2026, month: 2 });
    // Sold to the plan of 9412 before its code was changed.
    const renamed = { plan_id: id(9412), unit_amount_in_cents: 1499 };
    await records.subscriptions.add(aSubscription(9411, trial, { ...renamed, trial_ends_at: NOON + DAY }));
    await records.subscriptions.add(aSubscription(9412, trial, { plan_code: 'gold', plan_name: 'Gold' }));
    await records.subscriptions.add(aSubscription(9413, trial, { plan_code: 'gold', plan_name: 'Gold' }));
    await records.subscriptions.add(aSubscription(9414, canceling, { state: 'canceled', currency: 'EUR' }));
    await records.subscriptions.add(
      aSubscription(9415, owing, { ...renamed, state: 'expired', trial_ends_at: NOON + DAY }),
    );
    await records.invoices.add(
      anInvoice(9421, owing, { state: 'past_due', balance_in_cents: 500, due_on: NOON - DAY }),
    );
    await records.invoices.add(anInvoice(9422, owing, { state: 'pending', balance_in_cents: 979, due_on: NOON + DAY }));
    await records.invoices.add(
      anInvoice(9423, owing, {
        type: 'credit',
        state: 'open',
        origin: 'refund',
        total_in_cents: -200,
        balance_in_cents: -100,
      }),
    );
    await records.invoices.add(anInvoice(9424, owing, { currency: 'EUR', state: 'past_due', balance_in_cents: 7 }));
    await records.invoices.add(anInvoice(9425, trial, { invoice_number_prefix: 'FR', total_in_cents: 5000 }));
    const paid = { action: 'purchase', status: 'success', transaction_error: null, currency: 'USD' } as const;
    await records.transactions.add(aTransaction(9501, trial, { ...paid, amount_in_cents: 5000, invoice_id: id(9425) }));
    await records.transactions.add(
      aTransaction(9502, owing, { action: 'purchase', status: 'declined', amount_in_cents: 500, invoice_id: id(9421) }),
    );
    await records.transactions.add(
      aTransaction(9503, owing, {
        action: 'purchase',
        status: 'declined',
        transaction_error: HARD_DECLINE,
        invoice_id: id(9421),
      }),
    );
    await records.transactions.add(
      aTransaction(9504, trial, { ...paid, action: 'refund', amount_in_cents: 700, gateway_code: 'other' }),
    );
    await records.transactions.add(aTransaction(9505, null));
    await records.disputes.save(aDispute(9601, trial));
    await records.disputes.save(aDispute(9602, trial, { state: 'lost', currency: 'EUR', withdrawn_in_cents: 0 }));
  };

  const storage = () => ({ storage: ground().open.storage });
  const customers = (query: Partial<CustomerQuery> = {}) => listCustomers(storage())(caller, { limit: 50, ...query });
  const invoices = (query: Partial<InvoiceQuery> = {}) => listInvoiceRows(storage())(caller, { limit: 50, ...query });
  const payments = (query: Partial<PaymentQuery> = {}) => listPayments(storage())(caller, { limit: 50, ...query });
  const disputes = (query: Partial<DisputeQuery> = {}) => listDisputeRows(storage())(caller, { limit: 50, ...query });
  const subscriptions = (query: Partial<SubscriptionQuery> = {}) =>
    listSubscriptionRows(storage())(caller, { limit: 50, ...query });

  const codes = async (query: Partial<CustomerQuery>) =>
    (await customers(query)).records.map(({ account_code }) => Number(account_code.slice('customer-'.length)));
  const numbers = async (query: Partial<InvoiceQuery>) => (await invoices(query)).records.map(({ number }) => number);
  const uuids = async (page: Promise<RowPage<{ readonly uuid: string }, unknown>>) =>
    (await page).records.map(({ uuid }) => Number.parseInt(uuid, 16));

  describe('lists with filters', () => {
    beforeAll(async () => {
      await ground().open.sites.add(site);
      await add(ground().open.storage.of(site.id));
      await ground().open.sites.add(aSite(911));
      await ground().open.storage.of(id(911)).accounts.add(anAccount(9499));
    });

    test.each([
      ['active', [9406, 9405, 9404, 9403, 9401]],
      ['closed', [9402]],
      ['subscriber', [9404, 9401]],
      ['non_subscriber', [9406, 9405, 9403, 9402]],
      ['past_due', [9403]],
      ['in_trial', [9401]],
      ['canceling', [9404]],
      ['card_expires', [9405]],
      ['no_card', [9406]],
    ] as const)('customers who are %s, newest first and counted', async (state, expected) => {
      expect(await codes({ state })).toEqual(expected);
      expect((await customers({ state, limit: 1 })).totals).toEqual({ count: expected.length });
    });

    test('customers of a country, by address or else by payment method, and those created between two moments, oldest first', async () => {
      expect(await codes({ country: 'DE' })).toEqual([9405, 9403, 9402]);
      expect(await codes({ country: 'DE', state: 'past_due' })).toEqual([9403]);
      expect((await customers({ country: 'DE', limit: 1 })).totals).toEqual({ count: 3 });
      expect((await customers({ state: 'card_expires' })).records[0]?.country).toBe('DE');
      const found = await search(storage())(caller, 'country:de', { hits: 9, personal: true, kinds: ['customer'] });
      expect(found.groups[0]?.hits.map(({ id: code }) => code)).toEqual([
        'customer-9405',
        'customer-9403',
        'customer-9402',
      ]);
      const owing = await search(storage())(caller, 'country:de state:past_due', { hits: 9, personal: true });
      expect(owing.groups.map(({ kind, count }) => [kind, count])).toEqual([
        ['customer', 1],
        ['invoice', 2],
      ]);
      expect(await codes({ begin: NOON + 9402, end: NOON + 9404, order: 'asc' })).toEqual([9402, 9403, 9404]);
    });

    test('a row has what a table shows of a customer', async () => {
      const { records } = await customers({ order: 'asc' });
      expect(records[0]).toEqual({
        id: trial.id,
        account_code: 'customer-9401',
        name: 'Grace Hopper',
        email: 'ada@example.com',
        company: 'Navy',
        state: 'in_trial',
        country: 'IE',
        city: 'Cork',
        paid_by: null,
        balances: [],
        card: { type: 'credit_card', brand: 'Visa', last_four: '1111', month: 11, year: 2030 },
        plans: [
          { plan_code: 'gold', plan_name: 'Gold', subscriptions: 2 },
          { plan_code: 'tideline', plan_name: 'Tideline', subscriptions: 1 },
        ],
        created_at: NOON + 9401,
      });
      expect(records.map(({ state }) => state)).toEqual([
        'in_trial',
        'closed',
        'past_due',
        'canceling',
        'non_subscriber',
        'non_subscriber',
      ]);
      expect(records[2]?.balances).toEqual([
        { currency: 'EUR', balance_in_cents: 7 },
        { currency: 'USD', balance_in_cents: 1379 },
      ]);
      expect([records[3]?.name, records[3]?.company, records[5]?.card]).toEqual([null, null, null]);
    });

    test('pages lead to one another in both directions, and have the same totals', async () => {
      const first = await customers({ limit: 4 });
      expect([first.previous, first.totals]).toEqual([undefined, { count: 6 }]);
      const second = await customers({ limit: 4, from: first.next });
      expect([second.records.length, second.next, second.totals]).toEqual([2, undefined, { count: 6 }]);
      const back = await customers({ limit: 4, from: second.previous });
      expect(back).toEqual(first);
    });

    test('every row is read, page by page, without totals', async () => {
      const asked: RowQuery[] = [];
      const listOf =
        (deps: QueryDeps): ReturnType<typeof listCustomers> =>
        (asking, query) => {
          asked.push(query);
          // Pages of two rows, in place of 500.
          return listCustomers(deps)(asking, { ...query, limit: 2 });
        };
      const rows = await Array.fromAsync(everyRow(storage(), listOf, caller, { order: 'asc' }));
      expect(rows.map(({ id: key }) => key)).toEqual(everyone.map(({ id: key }) => key));
      expect(asked.map(({ limit, totals }) => [limit, totals])).toEqual(Array(3).fill([500, false]));
    });

    test('subscriptions by state, plan, currency and account', async () => {
      expect(await uuids(subscriptions({ plan_code: 'gold' }))).toEqual([9413, 9412]);
      expect(await uuids(subscriptions({ currency: 'USD', unit_amount_in_cents: 1499 }))).toEqual([9415, 9411]);
      const gold = { plan_code: 'gold', currency: 'USD', unit_amount_in_cents: 1999, subscriptions: 1 };
      const { pricesOf } = ground().open.storage.of(site.id).subscriptions;
      expect(await pricesOf([id(9412), id(9413), 'none'])).toEqual([
        { plan_id: id(9412), ...gold },
        { plan_id: id(9413), ...gold },
        { ...gold, plan_id: id(9412), plan_code: 'tideline', unit_amount_in_cents: 1499 },
      ]);
      expect(await uuids(subscriptions({ currency: 'EUR' }))).toEqual([9414]);
      expect(await uuids(subscriptions({ state: 'in_trial' }))).toEqual([9411]);
      expect(await uuids(subscriptions({ account_code: 'customer-9403' }))).toEqual([9415]);
      const { records, totals } = await subscriptions({ state: 'live', order: 'asc' });
      expect(totals).toEqual({ count: 4 });
      expect(records[0]).toMatchObject({
        state: 'in_trial',
        customer: { name: 'Grace Hopper' },
        plan_name: 'Tideline',
      });
    });

    test('invoices by state, type, origin, currency, account, amount and due date', async () => {
      expect(await numbers({ states: ['past_due', 'pending'] })).toEqual(['9424', '9422', '9421']);
      expect(await numbers({ type: 'credit' })).toEqual(['9423']);
      expect(await numbers({ origin: 'refund' })).toEqual(['9423']);
      expect(await numbers({ currency: 'EUR' })).toEqual(['9424']);
      expect(await numbers({ account_code: 'customer-9401' })).toEqual(['FR9425']);
      expect(await numbers({ least_in_cents: 980 })).toEqual(['FR9425']);
      expect(await numbers({ most_in_cents: 300 })).toEqual(['9423']);
      expect(await numbers({ due_from: NOON - DAY, due_to: NOON })).toEqual(['9421']);
      await expect(numbers({ account_code: 'unknown' })).rejects.toMatchObject({ symbol: 'not_found' });
    });

    test('the totals of invoices are those of all that meet the filters, by currency', async () => {
      const { records, totals } = await invoices({ account_code: 'customer-9403', limit: 1 });
      expect(records).toHaveLength(1);
      expect(totals).toEqual({
        count: 4,
        currencies: [
          { currency: 'EUR', count: 1, total_in_cents: 979, balance_in_cents: 7 },
          { currency: 'USD', count: 3, total_in_cents: 979 + 979 - 200, balance_in_cents: 500 + 979 - 100 },
        ],
      });
      expect((await invoices({ currency: 'GBP' })).totals).toEqual({ count: 0, currencies: [] });
    });

    test('payments by state, status, type, gateway, currency, decline code, account and amount', async () => {
      expect(await uuids(payments({ state: 'failed' }))).toEqual([9505, 9503, 9502]);
      expect(await uuids(payments({ status: 'declined', order: 'asc' }))).toEqual([9502, 9503]);
      expect(await uuids(payments({ type: 'refund' }))).toEqual([9504]);
      expect(await uuids(payments({ gateway_code: 'other' }))).toEqual([9504]);
      expect(await uuids(payments({ currency: 'USD' }))).toEqual([9504, 9501]);
      expect(await uuids(payments({ error_code: 'declined' }))).toEqual([9503]);
      // The gateway's own code is another field.
      expect(await uuids(payments({ error_code: 'insufficient_funds' }))).toEqual([9505, 9502]);
      expect(await uuids(payments({ account_code: 'customer-9403' }))).toEqual([9503, 9502]);
      expect(await uuids(payments({ least_in_cents: 501, most_in_cents: 5000 }))).toEqual([9504, 9501]);
    });

    test('the totals of payments tell what was taken from what was only asked for', async () => {
      const { records, totals } = await payments();
      expect(totals).toEqual({
        count: 5,
        currencies: [
          {
            currency: 'EUR',
            count: 3,
            amount_in_cents: 500,
            paid_in_cents: 0,
            refunded_in_cents: 0,
            declined_in_cents: 500,
            approved: 0,
            declined: 2,
          },
          {
            currency: 'USD',
            count: 2,
            amount_in_cents: 5700,
            paid_in_cents: 5000,
            refunded_in_cents: 700,
            declined_in_cents: 0,
            approved: 1,
            declined: 0,
          },
        ],
      });
      // A declined sign-up has no account.
      expect(records[0]).toMatchObject({ customer: { account_code: 'unknown', name: 'Ada' }, invoice: null });
      expect(records[2]).toMatchObject({
        customer: { account_code: 'customer-9403' },
        error_code: 'declined',
        invoice: '9421',
      });
    });

    test('disputes by state and by the date of their evidence, with the payment', async () => {
      const { records, totals } = await disputes({ states: ['open', 'inquiry'] });
      expect(records).toMatchObject([
        { id: id(9601), days_left: 3, payment: { invoice: 'FR9425', customer: { name: 'Grace Hopper' } } },
      ]);
      expect(totals).toEqual({
        count: 1,
        currencies: [{ currency: 'USD', count: 1, amount_in_cents: 700, withdrawn_in_cents: 700 }],
      });
      expect((await disputes({ answered: true })).records).toEqual([]);
      expect((await disputes({ states: ['open'], answered: false })).totals?.count).toBe(1);
      expect((await disputes({ evidence_due_by: NOON + 2 * DAY })).records).toEqual([]);
      expect((await disputes({ evidence_due_by: NOON + 4 * DAY })).totals?.count).toBe(1);
      expect((await disputes({ currency: 'EUR' })).records).toMatchObject([{ state: 'lost', days_left: null }]);
      expect((await disputes({ account_code: 'customer-9402' })).records).toEqual([]);
    });
  });
};
