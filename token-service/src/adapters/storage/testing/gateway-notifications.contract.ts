import type { DisputeRecord } from '@service/billing/domain/disputes/dispute.ts';
import type { NotificationRecord } from '@service/billing/domain/gateway-notifications/record.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aBillingInfo, anAccount, aTransaction, id, NOON } from './samples.ts';

/** The contract of gateway notifications, and of the disputes that they report. */
export const notificationsBehave = (ground: () => Ground): void => {
  describe('reports of gateways', () => {
    const account = anAccount(9350, { account_code: 'notified' });
    // Long before anything else that the other samples make due.
    const LONG_AGO = NOON - 1_000_000_000;
    const ids = (items: readonly { readonly id: string }[]): string[] => items.map((item) => item.id);

    beforeAll(async () => {
      await ground().of(1).accounts.add(account);
    });

    test('a notification of a gateway, which is recorded once and forgotten long after it was processed', async () => {
      const { gatewayNotifications: notifications, transactions, paymentMethods } = ground().of(1);
      const notification = { kind: 'refund_failed', id: 'm1', at: LONG_AGO, reference: 'r1', reason: null } as const;
      const record: NotificationRecord = {
        id: id(9351),
        gateway_code: 'main',
        message_id: 'm1',
        account_id: account.id,
        correlation: 'c',
        notification,
        received_at: LONG_AGO,
        due_at: LONG_AGO + 1,
        attempts: 0,
        outcome: null,
      };
      expect(await notifications.add(record)).toBe(true);
      expect(await notifications.add({ ...record, id: id(9352) })).toBe(false);
      expect(await notifications.add({ ...record, id: id(9353), gateway_code: 'other', account_id: null })).toBe(true);
      expect(await notifications.find(id(9351))).toEqual(record);
      expect(await notifications.due(LONG_AGO, 9)).toEqual([]);
      expect(await notifications.due(LONG_AGO + 9, 9)).toEqual([
        { id: id(9351), subject: account.id, at: LONG_AGO + 1, failures: 0 },
        { id: id(9353), subject: id(9353), at: LONG_AGO + 1, failures: 0 },
      ]);
      expect(await ground().of(2).gatewayNotifications.find(id(9351))).toBeUndefined();
      await notifications.save({ ...record, due_at: null, outcome: 'applied' });
      await notifications.removeProcessed(LONG_AGO, 9);
      await ground()
        .of(2)
        .gatewayNotifications.removeProcessed(LONG_AGO + 1, 9);
      expect((await notifications.find(id(9351)))?.outcome).toBe('applied');
      await notifications.removeProcessed(LONG_AGO + 1, 9);
      expect(await notifications.find(id(9351))).toBeUndefined();
      // What is still to be processed stays.
      expect(await notifications.find(id(9353))).toBeDefined();
      await notifications.save({ ...record, id: id(9353), gateway_code: 'other', due_at: null });

      await transactions.add(aTransaction(9354, account, { gateway_code: 'main', reference: 'r1', status: 'failed' }));
      await transactions.add(aTransaction(9355, account, { gateway_code: 'main', reference: 'r1', status: 'success' }));
      await transactions.add(aTransaction(9356, account, { gateway_code: 'other', reference: 'r1' }));
      expect((await transactions.byReference('main', 'r1'))?.uuid).toBe(id(9355));
      expect(await transactions.byReference('main', 'r2')).toBeUndefined();
      expect(await ground().of(2).transactions.byReference('main', 'r1')).toBeUndefined();
      await paymentMethods.save({ ...aBillingInfo(account), gateway_code: 'main', reference: 'method-9351' });
      expect(await paymentMethods.byReference('main', 'method-9351')).toMatchObject([{ account_id: account.id }]);
      expect(await paymentMethods.byReference('other', 'method-9351')).toEqual([]);
      expect(await ground().of(2).paymentMethods.byReference('main', 'method-9351')).toEqual([]);
      await paymentMethods.removeAll(account.id);
    });

    test('disputes by their reference, and those of a payment or an account that are not decided', async () => {
      const { disputes } = ground().of(1);
      const dispute: DisputeRecord = {
        id: id(9361),
        gateway_code: 'main',
        reference: 'dp-1',
        account_id: account.id,
        transaction_uuid: id(9362),
        state: 'inquiry',
        amount_in_cents: 4200,
        currency: 'USD',
        reason: 'fraudulent',
        booked: true,
        withdrawn_in_cents: 0,
        fee_in_cents: 1500,
        fee_currency: 'EUR',
        evidence_due_at: LONG_AGO + 9,
        reported_at: LONG_AGO,
        opened_at: LONG_AGO + 1,
        closed_at: null,
        evidence: null,
        answered: false,
        accepted_at: null,
      };
      const other = { ...dispute, id: id(9363), reference: 'dp-2', opened_at: LONG_AGO + 5 };
      await disputes.save(dispute);
      expect(await disputes.byReference('main', 'dp-1')).toEqual(dispute);
      expect(await disputes.byReference('other', 'dp-1')).toBeUndefined();
      expect(await disputes.isOpen(account.id)).toBe(false);
      await disputes.save({ ...other, state: 'open' });
      expect(await disputes.isOpen(account.id)).toBe(true);
      expect(ids(await disputes.undecidedOf(id(9362)))).toEqual([id(9361), id(9363)]);
      await disputes.save({ ...other, state: 'won', closed_at: LONG_AGO + 9 });
      expect(await disputes.isOpen(account.id)).toBe(false);
      expect(ids(await disputes.undecidedOf(id(9362)))).toEqual([id(9361)]);
      expect(ids(await disputes.undecidedFirst(9))).toEqual([id(9361), id(9363)]);
      expect(await disputes.find(id(9361))).toEqual(dispute);
      expect(await disputes.find(id(9369))).toBeUndefined();
      expect(ids(await disputes.ofPayment(id(9362)))).toEqual([id(9363), id(9361)]);
      const evidence = { sent_at: NOON, sent_by: 'operator:ada', texts: { customer_name: 'Ada' } };
      await disputes.save({ ...dispute, evidence });
      expect(await disputes.find(id(9361))).toEqual({ ...dispute, evidence });
      const elsewhere = ground().of(2).disputes;
      expect(await elsewhere.find(id(9361))).toBeUndefined();
      expect(await elsewhere.ofPayment(id(9362))).toEqual([]);
      expect(await elsewhere.byReference('main', 'dp-1')).toBeUndefined();
      expect([...(await elsewhere.undecidedOf(id(9362))), ...(await elsewhere.undecidedFirst(9))]).toEqual([]);
    });
  });
};
