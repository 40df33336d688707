import type { Movement } from '@service/billing/domain/ledger/movement.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aTransaction, id, NOON } from './samples.ts';
import { aCreditPayment, anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

const everything = { sort: 'created_at', order: 'asc', limit: 50 } as const;
const uuids = (records: readonly { readonly uuid: string }[]): string[] => records.map(({ uuid }) => uuid);

/** The contract of sold records: they are read as they were stored, with the data of related records. */
export const sellingBehaves = (ground: () => Ground): void => {
  describe('what was sold', () => {
    const parent = anAccount(8000, { account_code: 'guild' });
    const account = anAccount(8001, { account_code: 'buyer', parent_id: parent.id });
    const charge = anInvoice(8100, account, {
      ...{ invoice_number_prefix: 'FR', invoice_number: 8100 },
      tax_conversion: { currency: 'EUR', day: '2026-11-27', rates: { from: '1.1', to: '1' } },
    });
    const owed = anInvoice(8101, account, { state: 'past_due', balance_in_cents: 979 });
    const credit = anInvoice(8102, account, {
      type: 'credit',
      state: 'open',
      origin: 'refund',
      due_on: null,
      total_in_cents: -979,
      balance_in_cents: -979,
      original_ids: [id(8100)],
    });
    const trial = aSubscription(8200, account, { trial_started_at: NOON, trial_ends_at: NOON + 100, pending: null });
    const gone = aSubscription(8201, account, { state: 'expired' });
    const line = anAdjustment(8300, account, {
      state: 'invoiced',
      invoice_id: id(8100),
      subscription_id: id(8200),
      position: 1,
      tax_inclusive: true,
      discount_tax_in_cents: 7,
      origin_tax_address_source: 'origin',
      destination_tax_address_source: 'destination',
      shipping_address: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        address1: '1 Pier',
        address2: null,
        city: 'Brighton',
        state: 'East Sussex',
        zip: 'BN1',
        country: 'GB',
        phone: null,
        nickname: 'Home',
      },
    });
    const first = anAdjustment(8301, account, { state: 'invoiced', invoice_id: id(8100), position: 0 });
    const late = anAdjustment(8302, account, { state: 'invoiced', invoice_id: id(8101), subscription_id: id(8200) });
    const given = anAdjustment(8303, account, {
      type: 'credit',
      state: 'invoiced',
      invoice_id: id(8102),
      original_adjustment_uuid: id(8300),
    });
    const waiting = anAdjustment(8304, account);
    const pending = {
      account_code: 'buyer',
      invoice: null,
      invoice_account_code: null,
      billing_info_uuid: null,
      invoice_refundable_in_cents: null,
      credited_in_cents: 0,
    };
    const euros = anAdjustment(8305, account, { currency: 'EUR' });
    const used = aCreditPayment(8400, account, { original_invoice_id: id(8102), applied_to_invoice_id: id(8101) });
    const payment = aTransaction(8500, account, { invoice_id: id(8100), action: 'purchase', status: 'success' });
    const refund = aTransaction(8501, account, { action: 'refund', original_transaction_uuid: id(8500) });

    beforeAll(async () => {
      const records = ground().of(1);
      for (const one of [parent, account]) await records.accounts.add(one);
      for (const one of [trial, gone]) await records.subscriptions.add(one);
      for (const one of [charge, owed, credit]) await records.invoices.add(one);
      for (const one of [line, first, late, given, waiting, euros]) await records.adjustments.add(one);
      await records.creditPayments.add(used);
      for (const one of [payment, refund]) await records.transactions.add(one);
    });

    test('an invoice, by its id and by its number', async () => {
      const { invoices } = ground().of(1);
      const shown = { ...charge, account_code: 'buyer', parent_account_code: 'guild', has_credit: false };
      expect(await invoices.find(id(8100))).toEqual(shown);
      expect(await invoices.byNumber(8100, 'FR')).toEqual(shown);
      expect(await invoices.byNumber(9999)).toBeUndefined();
      expect(await invoices.byNumber(8100)).toEqual(shown);
      expect(await invoices.byNumber(8100, 'DE')).toBeUndefined();
    });

    test('an invoice as it was changed', async () => {
      const { invoices } = ground().of(1);
      await invoices.add(anInvoice(8109, parent));
      const after = anInvoice(8109, parent, {
        state: 'failed',
        balance_in_cents: 0,
        closed_at: NOON + 9,
        recovery_reason: 'x',
      });
      await invoices.save(after);
      expect(await invoices.find(id(8109))).toMatchObject(after);
    });

    test('invoices by account, state, subscription and where their credit came from', async () => {
      const { invoices } = ground().of(1);
      const listed = async (filter: Parameters<typeof invoices.list>[0]['filter']) =>
        uuids((await invoices.list({ ...everything, filter })).records);
      expect(await listed({ account_id: account.id })).toEqual([id(8100), id(8101), id(8102)]);
      expect(await listed({ account_id: account.id, states: ['past_due', 'open'] })).toEqual([id(8101), id(8102)]);
      expect(await listed({ subscription_id: id(8200) })).toEqual([id(8100), id(8101)]);
      expect(await listed({ original_id: id(8100) })).toEqual([id(8102)]);
      expect(await listed({ originals_of: id(8102) })).toEqual([id(8100)]);
      expect(await invoices.count({ ...everything, filter: { account_id: account.id, states: ['paid'] } })).toBe(1);
    });

    test('what is left of credit, and what is owed', async () => {
      const { invoices } = ground().of(1);
      expect(uuids(await invoices.openCredits(account.id, 'USD'))).toEqual([id(8102)]);
      expect(await invoices.openCredits(account.id, 'EUR')).toEqual([]);
      expect(uuids(await invoices.openCharges(account.id))).toEqual([id(8101)]);
    });

    test('the last invoice of a subscription, without refunds and write-offs', async () => {
      const { invoices, adjustments } = ground().of(1);
      expect((await invoices.lastOfSubscription(id(8200)))?.uuid).toBe(id(8101));
      expect(await invoices.lastOfSubscription(id(8201))).toBeUndefined();
      const [refunded, changed] = ['refund', 'immediate_change'].map((origin, n) =>
        anInvoice(8111 + n, parent, { type: 'credit', origin: origin as 'refund' }),
      );
      for (const invoice of [refunded!, changed!]) {
        await invoices.add(invoice);
        const of = { type: 'credit', state: 'invoiced', invoice_id: invoice.uuid, subscription_id: id(8201) } as const;
        await adjustments.add(anAdjustment(invoice.invoice_number ?? 0, parent, of));
      }
      expect((await invoices.lastOfSubscription(id(8201)))?.uuid).toBe(id(8112));
    });

    test('gifts that are paid with money, once', async () => {
      const { subscriptions, invoices, adjustments } = ground().of(1);
      const gift = { started_with_gift: true, converted_at: null };
      for (const [n, more] of [gift, {}, gift].entries()) {
        await subscriptions.add(aSubscription(8220 + n, parent, more));
      }
      await invoices.add(anInvoice(8120, parent));
      for (const n of [8220, 8221]) {
        const line = { state: 'invoiced', invoice_id: id(8120), subscription_id: id(n) } as const;
        await adjustments.add(anAdjustment(n + 100, parent, line));
      }
      const gifts = async () =>
        (await subscriptions.onInvoice(id(8120))).map((one) => [one.uuid, one.is_unconverted_gift]);
      expect(await gifts()).toEqual([
        [id(8220), true],
        [id(8221), false],
      ]);
      expect(await ground().of(2).subscriptions.onInvoice(id(8120))).toEqual([]);
      await subscriptions.convertGift(id(8220), NOON + 7);
      expect(await gifts()).toEqual([
        [id(8220), false],
        [id(8221), false],
      ]);
      const found = await Promise.all([8220, 8221, 8222].map((n) => subscriptions.find(id(n))));
      expect(found.map((one) => one?.converted_at)).toEqual([NOON + 7, null, null]);
      expect(found.map((one) => one?.revision)).toEqual([2, 1, 1]);
    });

    test('a number is given once', async () => {
      await expect(
        ground()
          .of(1)
          .invoices.add(anInvoice(8110, parent, { invoice_number_prefix: 'FR', invoice_number: 8100 })),
      ).rejects.toThrow();
    });

    test('the charges of a subscription for periods from a moment on, newest first', async () => {
      const { adjustments } = ground().of(1);
      const from = NOON + 1_000_000_000;
      const of = { state: 'invoiced', invoice_id: id(8101), subscription_id: id(8200), start_date: from } as const;
      const charges = [
        anAdjustment(8380, account, { ...of, created_at: NOON }),
        anAdjustment(8381, account, { ...of, start_date: from + 5, created_at: NOON + 5, position: 0 }),
        anAdjustment(8382, account, { ...of, start_date: from + 5, created_at: NOON + 5, position: 1 }),
        // Another invoice within the same second: it is newer as a whole, whatever the positions of its lines are.
        anAdjustment(8387, account, { ...of, invoice_id: id(8102), created_at: NOON + 5, position: 0 }),
      ];
      const others = [
        anAdjustment(8383, account, { ...of, start_date: from - 1 }),
        anAdjustment(8384, account, { ...of, type: 'credit' }),
        anAdjustment(8385, account, { ...of, state: 'pending', invoice_id: null }),
        anAdjustment(8386, account, { ...of, subscription_id: id(8201) }),
      ];
      for (const one of [...charges, ...others]) await adjustments.add(one);
      const found = await adjustments.chargesSince(id(8200), from);
      for (const one of [...charges, ...others]) await adjustments.remove(one.uuid);
      expect(uuids(found)).toEqual([id(8387), id(8382), id(8381), id(8380)]);
    });

    test('a line, with its discounts and taxes, on its invoice in order', async () => {
      const { adjustments } = ground().of(1);
      expect(await adjustments.find(id(8300))).toEqual({
        ...line,
        account_code: 'buyer',
        invoice: 'FR8100',
        invoice_account_code: 'buyer',
        billing_info_uuid: null,
        invoice_refundable_in_cents: charge.refundable_total_in_cents,
        credited_in_cents: given.total_in_cents,
      });
      expect(uuids(await adjustments.onInvoice(id(8100)))).toEqual([id(8301), id(8300)]);
      const invoices = [id(8102), id(8100), id(8109)];
      expect(uuids(await adjustments.onInvoices(invoices, 10))).toEqual([id(8301), id(8300), id(8303)]);
      expect(uuids(await adjustments.onInvoices(invoices, 2))).toEqual([id(8301), id(8300)]);
      expect(await adjustments.onInvoices([], 10)).toEqual([]);
      const { position } = (await adjustments.find(id(8300)))!;
      expect(uuids(await adjustments.onInvoiceFrom(id(8100), 0, 1))).toEqual([id(8301)]);
      expect(uuids(await adjustments.onInvoiceFrom(id(8100), position ?? 0, 10))).toEqual([id(8300)]);
      expect(await adjustments.firstSubscription(id(8100))).toBe(line.subscription_id ?? undefined);
      expect(await adjustments.firstSubscription(id(8109))).toBeUndefined();
      expect(uuids(await adjustments.creditsOf(id(8300)))).toEqual([id(8303)]);
    });

    test('a charge that waits, until it is invoiced or removed', async () => {
      const { adjustments } = ground().of(1);
      expect(await adjustments.pending(account, 'USD', 100)).toEqual([{ ...waiting, ...pending }]);
      expect(uuids(await adjustments.pending(account, 'EUR', 100))).toEqual([id(8305)]);
      await adjustments.save({ ...euros, state: 'invoiced', invoice_id: id(8101) });
      expect(await adjustments.pending(account, 'EUR', 100)).toEqual([]);
      await adjustments.add(anAdjustment(8310, account, { currency: 'GBP' }));
      await adjustments.remove(id(8310));
      expect(await adjustments.find(id(8310))).toBeUndefined();
    });

    test('many lines at once, and none', async () => {
      const { adjustments } = ground().of(1);
      const many = Array.from({ length: 45 }, (_, n) => anAdjustment(8330 + n, account, { currency: 'CAD' }));
      await adjustments.addAll(many);
      await adjustments.addAll([]);
      const shown = many.map((one) => ({ ...one, ...pending }));
      expect(await adjustments.pending(account, 'CAD', 100)).toEqual(shown);
      expect(await adjustments.pending(account, 'CAD', 3)).toEqual(shown.slice(0, 3));
      for (const { uuid } of many) await adjustments.remove(uuid);
    });

    test('lines of an account by type and state', async () => {
      const { adjustments } = ground().of(1);
      const listed = async (filter: object) =>
        uuids((await adjustments.list({ ...everything, filter: { account_id: account.id, ...filter } })).records);
      expect(await listed({ type: 'credit' })).toEqual([id(8303)]);
      expect(await listed({ type: 'charge', state: 'pending' })).toEqual([id(8304)]);
      expect(await listed({ invoice_id: id(8100) })).toEqual([id(8300), id(8301)]);
      expect(await listed({ original_adjustment_uuid: id(8300) })).toEqual([id(8303)]);
    });

    test('a subscription, with its latest invoice', async () => {
      const { subscriptions } = ground().of(1);
      expect(await subscriptions.find(id(8200))).toEqual({
        ...trial,
        account_code: 'buyer',
        parent_account_code: 'guild',
        payer_account_code: 'buyer',
        invoice: '8101',
        current_plan_code: null,
        revision: 1,
      });
      const changed = aSubscription(8201, account, { state: 'expired', expires_at: NOON + 3, quantity: 9 });
      await subscriptions.save(changed);
      expect(await subscriptions.find(id(8201))).toMatchObject(changed);
    });

    test('the revision of a subscription, which each write increases, whatever it saves', async () => {
      const { subscriptions } = ground().of(1);
      const revision = async () => (await subscriptions.find(id(8240)))?.revision;
      const one = aSubscription(8240, parent, { started_with_gift: true });
      await subscriptions.add(one);
      await subscriptions.add(aSubscription(8241, parent));
      expect(await revision()).toBe(1);
      await subscriptions.save({ ...one, revision: 7 } as typeof one);
      expect(await revision()).toBe(2);
      await subscriptions.save(one);
      expect(await revision()).toBe(3);
      await ground().of(2).subscriptions.save(one);
      expect(await revision()).toBe(3);
      expect((await subscriptions.find(id(8241)))?.revision).toBe(1);
    });

    test('whether a subscription is stored as it was read', async () => {
      const { subscriptions } = ground().of(1);
      const one = aSubscription(8245, parent);
      await subscriptions.add(one);
      const read = (await subscriptions.find(one.uuid))!;
      expect(await subscriptions.isUnchanged(read)).toBe(true);
      expect(await ground().of(2).subscriptions.isUnchanged(read)).toBe(false);
      await subscriptions.save({ ...read, quantity: 8 });
      expect(await subscriptions.isUnchanged(read)).toBe(false);
      const again = (await subscriptions.find(one.uuid))!;
      expect(await subscriptions.isUnchanged(again)).toBe(true);
      await subscriptions.remove(one.uuid);
      expect(await subscriptions.isUnchanged(again)).toBe(false);
    });

    test('an item of a subscription and of its pending change by the code that it has now', async () => {
      const { subscriptions } = ground().of(1);
      const [charts] = gone.add_ons;
      const sold = (item_code: string) => [
        { ...charts!, add_on_code: 'mug', add_on_source: 'item' as const, item_code },
      ];
      const agreed = aSubscription(8242, parent, { add_ons: sold('mug') });
      const waiting = aSubscription(8243, parent, { pending: { ...agreed, at: 'bill_date' } });
      const other = aSubscription(8244, parent, { add_ons: sold('mug-2') });
      for (const one of [agreed, waiting, other]) await subscriptions.add(one);
      await ground().of(2).subscriptions.renameItem('mug', 'bowl');
      await subscriptions.renameItem('mug', 'cup');
      const found = async ({ uuid }: typeof agreed) => {
        const { add_ons, pending, revision } = (await subscriptions.find(uuid))!;
        return [add_ons[0]?.item_code, pending?.add_ons[0]?.item_code, revision];
      };
      expect(await found(agreed)).toEqual(['cup', undefined, 2]);
      expect(await found(waiting)).toEqual([undefined, 'cup', 2]);
      expect(await found(other)).toEqual(['mug-2', undefined, 1]);
      expect((await subscriptions.find(agreed.uuid))?.add_ons[0]?.add_on_code).toBe('mug');
    });

    test('subscriptions by what clients call their state', async () => {
      const { subscriptions } = ground().of(1);
      const listed = async (filter: object) =>
        uuids(
          (await subscriptions.list({ ...everything, filter: { account_id: account.id, at: NOON + 50, ...filter } }))
            .records,
        );
      expect(await listed({})).toEqual([id(8200), id(8201)]);
      expect(await listed({ state: 'live' })).toEqual([id(8200)]);
      expect(await listed({ state: 'expired' })).toEqual([id(8201)]);
      expect(await listed({ state: 'in_trial' })).toEqual([id(8200)]);
      expect(await listed({ state: 'in_trial', at: NOON + 100 })).toEqual([]);
      expect(await listed({ state: 'past_due' })).toEqual([id(8200)]);
      expect(await listed({ state: 'pausing' })).toEqual([]);
      await subscriptions.add(aSubscription(8246, parent, { paused_at: NOON + 60, remaining_pause_cycles: 1 }));
      expect(await listed({ account_id: parent.id, state: 'pausing' })).toEqual([id(8246)]);
      expect(await listed({ invoice_id: id(8100) })).toEqual([id(8200)]);
      expect(uuids(await subscriptions.live(account.id))).toEqual([id(8200)]);
    });

    test('when a plan was last subscribed to', async () => {
      const { subscriptions } = ground().of(1);
      expect(await subscriptions.lastCreated(account.id, id(8200))).toBe(NOON + 8200);
      expect(await subscriptions.lastCreated(account.id, id(1))).toBeUndefined();
    });

    test('credit on the move', async () => {
      const { creditPayments } = ground().of(1);
      const shown = { ...used, account_code: 'buyer', original_invoice: '8102', applied_to_invoice: '8101' };
      expect(await creditPayments.find(id(8400))).toEqual(shown);
      for (const invoice of [8101, 8102]) expect(await creditPayments.ofInvoice(id(invoice))).toEqual([shown]);
      expect(await creditPayments.ofInvoice(id(8100))).toEqual([]);
      const listed = await creditPayments.list({ ...everything, filter: { account_id: account.id } });
      expect(uuids(listed.records)).toEqual([id(8400)]);
      for (const [invoice_id, count] of [
        [id(8101), 1],
        [id(8102), 1],
        [id(8100), 0],
      ] as const) {
        expect(await creditPayments.count({ ...everything, filter: { invoice_id } })).toBe(count);
      }
      expect(await creditPayments.ofInvoices([id(8100), id(8101), id(8102)], 10)).toEqual([shown]);
      expect(await creditPayments.ofInvoices([], 10)).toEqual([]);
      await creditPayments.save({ ...used, voided_at: NOON });
      expect((await creditPayments.find(id(8400)))?.voided_at).toBe(NOON);
    });

    test('payments of an invoice, and the refunds of one', async () => {
      const { transactions } = ground().of(1);
      const { tax_conversion } = charge;
      expect(await transactions.ofInvoice(id(8100))).toEqual([
        { ...payment, invoice: 'FR8100', subscription_id: id(8200), tax_conversion },
      ]);
      expect(uuids(await transactions.ofInvoices([id(8100), id(8101), id(8102)], 10))).toEqual([id(8500)]);
      expect(await transactions.ofInvoices([], 10)).toEqual([]);
      expect(uuids(await transactions.refundsOf(id(8500)))).toEqual([id(8501)]);
      await transactions.save({ ...payment, status: 'void' });
      expect((await transactions.find(id(8500)))?.status).toBe('void');
      const listed = await transactions.list({ ...everything, filter: { invoice_id: id(8100) } });
      expect(uuids(listed.records)).toEqual([id(8500)]);
    });
  });

  describe('the ledger', () => {
    const account = anAccount(8600);
    const movement = (n: number, entries: Movement['entries']): Movement => ({
      id: id(n),
      at: NOON,
      account_id: account.id,
      currency: 'USD',
      kind: 'invoice.posted',
      subject: id(1),
      entries,
    });

    test('adds up what has moved', async () => {
      const { ledger } = ground().of(1);
      await ledger.append(
        movement(8601, [
          { account: 'receivable', amount: 979 },
          { account: 'revenue', amount: -900 },
          { account: 'tax', amount: -79 },
        ]),
      );
      await ledger.append(
        movement(8602, [
          { account: 'cash', amount: 979 },
          { account: 'receivable', amount: -979 },
        ]),
      );
      expect(await ledger.balances(account.id, 'USD')).toEqual({ receivable: 0, revenue: -900, tax: -79, cash: 979 });
      expect(await ledger.balances(account.id, 'EUR')).toEqual({});
      expect([await ledger.count(account.id), await ledger.count('unknown')]).toEqual([2, 0]);
    });

    test('finds what comes from invoices and payments, oldest first, of one account', async () => {
      const { ledger } = ground().of(1);
      const other = {
        ...movement(8611, [
          { account: 'cash', amount: 5 },
          { account: 'fees', amount: -5 },
        ]),
        subject: id(2),
      };
      const account_id = anAccount(8610).id;
      await ledger.append({ ...other, account_id, at: NOON + 1 });
      await ledger.append({ ...movement(8612, []), account_id });
      await ledger.append({ ...movement(8613, []), account_id, subject: id(3) });
      await ledger.append({ ...movement(8614, []) });
      expect(await ledger.from(account_id, [id(1), id(2), id(9)], 10)).toEqual([
        { ...movement(8612, []), account_id },
        { ...other, account_id, at: NOON + 1 },
      ]);
      expect(await ledger.from(account_id, [id(1), id(2)], 1)).toHaveLength(1);
      expect(await ledger.from(account_id, [], 10)).toEqual([]);
    });

    test('takes nothing that does not balance', async () => {
      const { ledger } = ground().of(1);
      await expect(ledger.append(movement(8603, [{ account: 'cash', amount: 1 }]))).rejects.toThrow('not to zero');
    });
  });
};
