import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aBillingInfo, anAccount, id, NOON } from './samples.ts';
import { anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

const uuids = (records: readonly { readonly uuid: string }[]): string[] => records.map(({ uuid }) => uuid);

/** The contract of accounts that are billed to their parent: their lines are on its invoices, and it pays. */
export const familiesBehave = (ground: () => Ground): void => {
  describe('a family of accounts', () => {
    const parent = anAccount(9500, { account_code: 'head' });
    const child = anAccount(9501, { account_code: 'child', parent_id: parent.id, bill_to: 'parent' });
    const other = anAccount(9502, { account_code: 'other', parent_id: parent.id });
    const method = { ...aBillingInfo(parent), id: id(9550), primary_payment_method: false };
    const invoice = anInvoice(9510, parent, { state: 'past_due' });
    const bound = { billing_info_uuid: id(9550).slice(20) };

    beforeAll(async () => {
      const records = ground().of(1);
      for (const one of [parent, child, other]) await records.accounts.add(one);
      await records.invoices.add(invoice);
      await records.adjustments.addAll([
        anAdjustment(9520, child, { state: 'invoiced', invoice_id: invoice.uuid }),
        anAdjustment(9521, child),
        anAdjustment(9522, parent, { currency: 'EUR' }),
        anAdjustment(9523, other),
      ]);
      await records.paymentMethods.save(method);
      for (const [n, account] of [parent, child, other].entries())
        await records.subscriptions.add(aSubscription(9530 + n, account, { state: 'active', ...bound }));
    });

    test('says who pays: the parent only for those that are billed to it', async () => {
      const { accounts, subscriptions } = ground().of(1);
      const codes = ['child', 'other', 'head'];
      expect(await Promise.all(codes.map((code) => accounts.identify(code)))).toEqual([
        { account_id: child.id, payer_id: parent.id, payer_account_code: 'head' },
        { account_id: other.id, payer_id: other.id, payer_account_code: 'other' },
        { account_id: parent.id, payer_id: parent.id, payer_account_code: 'head' },
      ]);
      expect(await Promise.all([child, other, parent].map((one) => accounts.payerId(one.id)))).toEqual([
        parent.id,
        other.id,
        parent.id,
      ]);
      const shown = await Promise.all([9531, 9532].map((n) => subscriptions.find(id(n))));
      expect(shown.map((one) => one?.payer_account_code)).toEqual(['head', 'other']);
      expect(uuids(await subscriptions.paidBy(parent.id))).toEqual([id(9530), id(9531)]);
      expect(uuids(await subscriptions.paidBy(child.id))).toEqual([]);
      expect(uuids(await subscriptions.paidBy(other.id))).toEqual([id(9532)]);
    });

    test('has due work of those whom one account pays in order', async () => {
      const { subscriptions } = ground().of(1);
      const due = await subscriptions.atBoundary(NOON + 10 * 365 * 86_400, 1000);
      const subjects = new Map(due.map((item) => [item.id, item.subject]));
      expect([9530, 9531, 9532].map((n) => subjects.get(id(n)))).toEqual([parent.id, parent.id, other.id]);
    });

    test('shows a line with the account that it is for, and with that of its invoice', async () => {
      const { adjustments } = ground().of(1);
      expect(await adjustments.find(id(9520))).toMatchObject({ account_code: 'child', invoice_account_code: 'head' });
      expect(await adjustments.find(id(9521))).toMatchObject({ account_code: 'child', invoice_account_code: null });
    });

    test('has pending lines: of an account, and of the children that are billed to it', async () => {
      const { adjustments } = ground().of(1);
      const family = { id: parent.id, has_children: true };
      expect(uuids(await adjustments.pending(family, 'USD', 10))).toEqual([id(9521)]);
      expect(await adjustments.pending(family, 'USD', 0)).toEqual([]);
      expect((await adjustments.pendingCurrencies(family)).toSorted()).toEqual(['EUR', 'USD']);
      const alone = { id: parent.id, has_children: false };
      expect(uuids(await adjustments.pending(alone, 'USD', 10))).toEqual([]);
      expect(await adjustments.pendingCurrencies(alone)).toEqual(['EUR']);
    });

    test('knows for whom the parent owes something', async () => {
      const { invoices } = ground().of(1);
      expect(await invoices.owesFor(parent.id, child.id)).toBe(true);
      expect(await invoices.owesFor(parent.id, other.id)).toBe(false);
      expect(await invoices.owesFor(child.id, child.id)).toBe(false);
      await invoices.save({ ...invoice, state: 'paid' });
      expect(await invoices.owesFor(parent.id, child.id)).toBe(false);
    });

    test('forgets a method that is removed, or that no longer pays', async () => {
      const { paymentMethods, subscriptions } = ground().of(1);
      const chosen = () =>
        Promise.all([9530, 9531, 9532].map(async (n) => (await subscriptions.find(id(n)))?.billing_info_uuid));
      expect(await chosen()).toEqual(Array(3).fill(bound.billing_info_uuid));
      await paymentMethods.remove({ ...method, uuid: bound.billing_info_uuid });
      expect(await chosen()).toEqual([null, null, bound.billing_info_uuid]);
      await subscriptions.unbind(other.id);
      expect(await chosen()).toEqual([null, null, null]);
      expect((await subscriptions.find(id(9532)))?.revision).toBe(2);
    });
  });
};
