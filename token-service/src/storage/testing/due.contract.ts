import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aTransaction, id, NOON } from './samples.ts';
import { aCreditPayment, anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

/** What is due comes first come first served, and only when its time has come. */
export const dueBehaves = (ground: () => Ground): void => {
  describe('what is due', () => {
    const account = anAccount(9300, { account_code: 'due' });
    // Long before anything else that the other samples make due.
    const LONG_AGO = NOON - 1_000_000_000;
    const byHand = { state: 'pending', collection_method: 'manual' } as const;

    beforeAll(async () => {
      await ground().of(1).accounts.add(account);
    });

    test('a payment whose gateway is to be asked', async () => {
      const { transactions } = ground().of(1);
      const scheduled = { status: 'scheduled', action: 'purchase' } as const;
      await transactions.add(aTransaction(9301, account, { ...scheduled, settlement_due_at: LONG_AGO + 2 }));
      const first = aTransaction(9302, account, { ...scheduled, settlement_due_at: LONG_AGO + 1 });
      await transactions.add(first);
      expect(await transactions.nextToSettle(LONG_AGO)).toBeUndefined();
      expect((await transactions.nextToSettle(LONG_AGO + 9))?.uuid).toBe(id(9302));
      await transactions.save({ ...first, settlement_due_at: null });
      expect((await transactions.nextToSettle(LONG_AGO + 9))?.uuid).toBe(id(9301));
      expect(
        await ground()
          .of(2)
          .transactions.nextToSettle(LONG_AGO + 9),
      ).toBeUndefined();
    });

    test('an invoice that is paid by hand and was not', async () => {
      const { invoices } = ground().of(1);
      await invoices.add(anInvoice(9311, account, { ...byHand, due_on: LONG_AGO + 2 }));
      await invoices.add(anInvoice(9312, account, { ...byHand, due_on: LONG_AGO + 1 }));
      for (const [n, changes] of [
        [9313, { state: 'paid' }],
        [9314, { collection_method: 'automatic' }],
        [9315, { type: 'credit', due_on: null }],
      ] as const) {
        await invoices.add(anInvoice(n, account, { ...byHand, due_on: LONG_AGO, ...changes }));
      }
      expect(await invoices.nextOverdue(LONG_AGO)).toBeUndefined();
      expect((await invoices.nextOverdue(LONG_AGO + 9))?.uuid).toBe(id(9312));
      expect(
        await ground()
          .of(2)
          .invoices.nextOverdue(LONG_AGO + 9),
      ).toBeUndefined();
    });

    test('an invoice that is to be collected', async () => {
      const { invoices } = ground().of(1);
      const first = anInvoice(9321, account, { state: 'pending', attempt_next_collection_at: LONG_AGO });
      await invoices.add(first);
      expect(await invoices.nextToCollect(LONG_AGO - 1)).toBeUndefined();
      expect((await invoices.nextToCollect(LONG_AGO))?.uuid).toBe(id(9321));
      expect(await ground().of(2).invoices.nextToCollect(LONG_AGO)).toBeUndefined();
      await invoices.save({ ...first, attempt_next_collection_at: null });
      expect(await invoices.nextToCollect(LONG_AGO)).toBeUndefined();
    });

    test('a collection by force, not sooner than allowed', async () => {
      const { invoices } = ground().of(1);
      expect(await invoices.forceCollection(account.id, NOON, NOON - 60)).toBe(true);
      expect(await invoices.forceCollection(account.id, NOON + 59, NOON - 1)).toBe(false);
      expect(await invoices.forceCollection(account.id, NOON + 60, NOON)).toBe(true);
      expect(await invoices.forceCollection(account.id, NOON + 119, NOON + 59)).toBe(false);
    });

    test('charges of the currency that has waited longest', async () => {
      const { adjustments } = ground().of(1);
      expect(await adjustments.pendingCurrency(account.id)).toBeUndefined();
      await adjustments.add(anAdjustment(9331, account, { currency: 'USD', created_at: NOON + 1 }));
      await adjustments.add(anAdjustment(9332, account, { currency: 'EUR', created_at: NOON }));
      expect(await adjustments.pendingCurrency(account.id)).toBe('EUR');
      await adjustments.remove(id(9332));
      expect(await adjustments.pendingCurrency(account.id)).toBe('USD');
    });

    test('credit by the refund it became, and a subscription that never began', async () => {
      const { creditPayments, invoices, subscriptions } = ground().of(1);
      await invoices.add(anInvoice(9341, account, { type: 'credit', state: 'closed', due_on: null }));
      const payment = { original_invoice_id: id(9341), action: 'refund', refund_transaction_uuid: id(9342) } as const;
      await creditPayments.add(aCreditPayment(9343, account, payment));
      expect((await creditPayments.ofRefund(id(9342)))?.uuid).toBe(id(9343));
      expect(await creditPayments.ofRefund(id(9341))).toBeUndefined();
      await subscriptions.add(aSubscription(9344, account, { state: 'future' }));
      await ground().of(2).subscriptions.remove(id(9344));
      expect((await subscriptions.find(id(9344)))?.state).toBe('future');
      await subscriptions.remove(id(9344));
      expect(await subscriptions.find(id(9344))).toBeUndefined();
    });
  });
};
