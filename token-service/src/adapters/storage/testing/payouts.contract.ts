import type { PayoutLineRecord, PayoutRecord } from '@service/billing/domain/payouts/payout.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aTransaction, id, NOON } from './samples.ts';
import { anInvoice } from './selling-samples.ts';

const DAY = 86_400;

const aPayout = (n: number, changes: Partial<PayoutRecord> = {}): PayoutRecord => ({
  id: id(n),
  gateway_code: 'main',
  reference: `po_${n}`,
  currency: 'USD',
  amount_in_cents: 382,
  arrived_on: '2026-03-01',
  booked_at: NOON,
  recorded_at: NOON + 60,
  recorded_by: 'operator:jo@example.com',
  ...changes,
});

const aLine = (payout: number, position: number, changes: Partial<PayoutLineRecord> = {}): PayoutLineRecord => ({
  payout_id: id(payout),
  gateway_code: 'main',
  position,
  line: `txn_${payout}_${position}`,
  kind: 'charge',
  reference: `pi_${payout}_${position}`,
  payment: `pi_${payout}_${position}`,
  made_at: NOON,
  gross_in_cents: 1000,
  fee_in_cents: 59,
  net_in_cents: 941,
  charged_in_cents: 1000,
  charged_currency: 'USD',
  posted_fee_in_cents: 59,
  ...changes,
});

const EVER = { from: 0, to: NOON + 99 * DAY };

/** Payouts of gateways, on every engine. */
export const payoutsBehave = (ground: () => Ground): void => {
  describe('payouts', () => {
    test('are kept with their lines, and found by their references', async () => {
      const { payouts } = ground().of(1);
      expect(await payouts.hasAny()).toBe(false);
      const payout = aPayout(27001);
      const lines = [1, 2, 3].map((position) => aLine(27001, position));
      await payouts.add(payout, lines);
      expect(await payouts.find('main', 'po_27001')).toEqual(payout);
      expect(await payouts.find('other', 'po_27001')).toBeUndefined();
      expect(await payouts.linesOf(payout.id)).toEqual(lines);
      expect(await payouts.known('main', ['txn_27001_2', 'txn_9'])).toEqual(new Map([['txn_27001_2', 'po_27001']]));
      expect(await payouts.known('main', [])).toEqual(new Map());
      expect(await payouts.hasAny()).toBe(true);
      expect(await ground().of(2).payouts.hasAny()).toBe(false);
      expect(await ground().of(2).payouts.find('main', 'po_27001')).toBeUndefined();
    });

    test('are added up by kind, a page at a time', async () => {
      const { payouts } = ground().of(1);
      const first = aPayout(27101, { booked_at: NOON + 50 * DAY });
      const second = aPayout(27102, { booked_at: NOON + 51 * DAY });
      const period = { from: NOON + 50 * DAY, to: NOON + 52 * DAY };
      await payouts.add(first, [
        aLine(27101, 1),
        aLine(27101, 2, { kind: 'refund', gross_in_cents: -300, fee_in_cents: 0, posted_fee_in_cents: 0 }),
        aLine(27101, 3, { kind: 'chargeback', gross_in_cents: -200, fee_in_cents: 1500, posted_fee_in_cents: 0 }),
        aLine(27101, 4, { kind: 'fee', gross_in_cents: -100, fee_in_cents: 0, posted_fee_in_cents: 0 }),
        aLine(27101, 5, { kind: 'adjustment', gross_in_cents: 40, fee_in_cents: 0, posted_fee_in_cents: 0 }),
      ]);
      await payouts.add(second, [aLine(27102, 1)]);
      const sums = {
        ...{ lines: 5, charges_in_cents: 1000, refunds_in_cents: -300, chargebacks_in_cents: -200 },
        ...{ others_in_cents: 40, fees_in_cents: 159, dispute_fees_in_cents: 1500 },
      };
      const [one, other, ...more] = await payouts.dated(period, undefined, 9);
      expect([one, more]).toEqual([{ ...first, ...sums }, []]);
      expect(await payouts.dated(period, one, 9)).toEqual([other]);
      expect(await payouts.dated(period, undefined, 1)).toEqual([one]);
      expect(await payouts.dated({ ...period, to: NOON + 51 * DAY }, undefined, 9)).toEqual([one]);
    });

    test('are fetched at night from the gateway accounts that are named', async () => {
      const { payouts } = ground().of(1);
      const fetch = { gateway_code: 'main', next_at: NOON + 7, running_until_ms: null, fetched_at: null, left_out: [] };
      const other = { ...fetch, gateway_code: 'another', next_at: NOON + 9, left_out: ['po_1', 'po_2'] };
      const running = { ...fetch, running_until_ms: NOON * 1000, fetched_at: NOON };
      for (const one of [fetch, other, running]) await payouts.saveFetch(one);
      expect(await payouts.fetches()).toEqual([other, running]);
      expect(await payouts.findFetch('another')).toEqual(other);
      expect(await payouts.due(NOON + 8, 9)).toEqual([
        { id: 'main', subject: 'payouts main', at: NOON + 7, failures: 0 },
      ]);
      expect((await payouts.due(NOON + 9, 9)).map(({ id: code }) => code)).toEqual(['main', 'another']);
      const elsewhere = ground().of(2).payouts;
      expect([await elsewhere.fetches(), await elsewhere.due(NOON + 9, 9)]).toEqual([[], []]);
      await elsewhere.removeFetch('main');
      expect(await payouts.findFetch('main')).toEqual(running);
      for (const code of ['main', 'another']) await payouts.removeFetch(code);
      expect(await payouts.fetches()).toEqual([]);
    });

    test('are compared with payments, refunds, disputes and earlier payouts', async () => {
      const { accounts, invoices, transactions, disputes, payouts } = ground().of(1);
      const owner = anAccount(27200);
      await accounts.add(owner);
      const invoice = anInvoice(27201, owner);
      await invoices.add(invoice);
      const paid = { gateway_code: 'main', action: 'purchase', status: 'success', invoice_id: invoice.uuid } as const;
      const made = { ...paid, amount_in_cents: 1000, currency: 'USD' };
      // Of a payment and what was declined about it, the payment.
      await transactions.add(aTransaction(27202, owner, { ...made, reference: 'pi_27200_1', status: 'declined' }));
      await transactions.add(aTransaction(27203, owner, { ...made, reference: 'pi_27200_1' }));
      await transactions.add(aTransaction(27204, owner, { ...made, reference: 'pi_27200_1', gateway_code: 'other' }));
      await disputes.save({
        ...{ id: id(27205), gateway_code: 'main', reference: 'du_27200', account_id: owner.id },
        ...{ transaction_uuid: id(27203), state: 'open', amount_in_cents: 1000, currency: 'USD', reason: 'general' },
        ...{ booked: true, withdrawn_in_cents: 1000, fee_in_cents: 1500, fee_currency: 'USD', evidence_due_at: null },
        ...{ reported_at: NOON, opened_at: NOON, closed_at: null, evidence: null, answered: false, accepted_at: null },
      });
      const payout = aPayout(27200, { booked_at: NOON + 60 * DAY });
      const period = { from: NOON + 60 * DAY, to: NOON + 61 * DAY };
      const about = { reference: 'du_27200', payment: 'pi_27200_1', gross_in_cents: -1000 };
      await payouts.add(payout, [
        aLine(27200, 1),
        aLine(27200, 2, { ...about, kind: 'chargeback' }),
        aLine(27200, 3, { kind: 'payout', reference: 'po_27001', payment: null }),
        aLine(27200, 4),
      ]);
      const compared = await payouts.compared(period, undefined, 9);
      const transaction = { amount_in_cents: 1000, currency: 'USD', status: 'success' };
      const nothing = {
        ...{ transaction: undefined, payment: undefined, dispute: undefined, payout: undefined },
        ...{ left_in_cents: null, accepted_in_cents: 0 },
      };
      expect(compared.map(({ books }) => books)).toEqual([
        { ...nothing, transaction, payment: transaction, left_in_cents: 0 },
        { ...nothing, payment: transaction, dispute: { amount_in_cents: 1000, currency: 'USD' }, left_in_cents: 0 },
        { ...nothing, payout: { amount_in_cents: 382, currency: 'USD' } },
        { ...nothing, left_in_cents: 1000 },
      ]);
      const number = `${invoice.invoice_number_prefix}${invoice.invoice_number}`;
      const shown = { payout_reference: 'po_27200', arrived_on: '2026-03-01', currency: 'USD' };
      const of = { ...shown, invoice_number: number, account_code: owner.account_code };
      expect(compared).toMatchObject([of, of, shown, { ...shown, invoice_number: null, account_code: null }]);
      expect(await payouts.compared(period, compared[1], 1)).toEqual([compared[2]]);
      expect(await payouts.comparedLine('main', 'txn_27200_2')).toEqual(compared[1]);
      expect(await payouts.comparedLine('other', 'txn_27200_2')).toBeUndefined();
      expect(await ground().of(2).payouts.comparedLine('main', 'txn_27200_2')).toBeUndefined();
      expect(await payouts.about('main', ['du_27200', 'po_27200', 'po_1'])).toEqual({
        disputes: new Map([['du_27200', { amount_in_cents: 1000, currency: 'USD', has_fee: true }]]),
        payouts: new Set(['po_27200']),
      });
    });

    test('lack payments that were made between two that they have', async () => {
      const { accounts, transactions, payouts } = ground().of(1);
      const owner = anAccount(27300);
      await accounts.add(owner);
      const made = (n: number, day: number, changes: object = {}) =>
        transactions.add(
          aTransaction(n, owner, {
            ...{ gateway_code: 'slow', action: 'purchase', status: 'success', currency: 'USD', amount_in_cents: 700 },
            ...{ reference: `pi_${n}`, created_at: NOON + day * DAY },
            ...changes,
          }),
        );
      await made(27301, 0);
      await made(27302, 1);
      await made(27303, 2);
      await made(27304, 2, { action: 'refund' });
      await made(27305, 2, { status: 'void' });
      await made(27306, 2, { currency: 'EUR' });
      await made(27307, 9);
      const at = (day: number) => ({ gateway_code: 'slow', made_at: NOON + day * DAY });
      await payouts.add(aPayout(27300, { gateway_code: 'slow' }), [
        aLine(27300, 1, at(1)),
        aLine(27300, 2, { ...at(3), reference: 'pi_27303', payment: 'pi_27303' }),
        aLine(27300, 3, at(12)),
      ]);
      const unpaid = await payouts.unpaid(EVER, 4 * DAY, undefined, 9);
      expect(unpaid.map(({ uuid }) => uuid)).toEqual([id(27302), id(27304)]);
      expect(unpaid[1]).toEqual({
        ...{ uuid: id(27304), gateway_code: 'slow', reference: 'pi_27304', action: 'refund', status: 'success' },
        ...{ created_at: NOON + 2 * DAY, amount_in_cents: 700, currency: 'USD', accepted_in_cents: 0 },
        ...{ invoice_number: null, account_code: owner.account_code, accepted_reason: null },
      });
      expect(await payouts.unpaid(EVER, 4 * DAY, unpaid[0], 9)).toEqual([unpaid[1]]);
      expect(await payouts.unpaid({ ...EVER, to: NOON + 2 * DAY }, 4 * DAY, undefined, 9)).toEqual([unpaid[0]]);
      expect(await payouts.unpaidTransaction('slow', 'pi_27302')).toEqual(unpaid[0]);
      expect(await payouts.unpaidTransaction('slow', 'pi_27303')).toBeUndefined();
      expect(
        await ground()
          .of(2)
          .payouts.unpaid(EVER, 4 * DAY, undefined, 9),
      ).toEqual([]);
    });

    test('have differences that were accepted', async () => {
      const { payouts } = ground().of(1);
      await payouts.add(aPayout(27400), [aLine(27400, 1), aLine(27400, 2, { kind: 'chargeback' })]);
      const accept = (n: number, item: string, amount_in_cents: number, accepted_at = NOON) =>
        payouts.accept({
          ...{ id: id(n), gateway_code: 'main', item, amount_in_cents, currency: 'USD', reason: `Reserve ${n}` },
          ...{ accepted_at, accepted_by: 'operator:jo@example.com' },
        });
      await accept(27401, 'txn_27400_1', 300, NOON - 1);
      await accept(27402, 'pi_27400_1', -100);
      // The lines of a dispute share its reference.
      await accept(27403, 'pi_27400_2', 50);
      const accepted = async (line: string) => (await payouts.comparedLine('main', line))?.books.accepted_in_cents;
      expect([await accepted('txn_27400_1'), await accepted('txn_27400_2')]).toEqual([200, 0]);
      const reason = async (line: string) => (await payouts.comparedLine('main', line))?.accepted_reason;
      expect([await reason('txn_27400_1'), await reason('txn_27400_2')]).toEqual(['Reserve 27402', null]);
      await accept(27404, 'pi_27400_1', 100);
      const since = (await payouts.acceptedSince(NOON)).filter(({ item }) => item.includes('27400'));
      expect(since).toEqual(['pi_27400_1', 'pi_27400_2'].map((item) => ({ gateway_code: 'main', item })));
    });
  });
};
