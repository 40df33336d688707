import type { AccountingPeriod } from '@service/billing/domain/periods/period.ts';
import { owedInvoices } from '@service/billing/queries/reports/owed-invoices.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aTransaction, id, NOON } from './samples.ts';
import { anInvoice } from './selling-samples.ts';

/** A time with no records of other parts of the contract. */
const THEN = NOON + 1_950_000_000;
const DAY = 86_400;

/** Months whose books were closed, on every engine. */
export const periodsBehave = (ground: () => Ground): void => {
  describe('accounting periods', () => {
    const owner = anAccount(97_900);
    const aPeriod = (changes: Partial<AccountingPeriod> = {}): AccountingPeriod => ({
      month: '2088-10',
      state: 'closing',
      begins_at: THEN - 31 * DAY,
      ends_at: THEN,
      closed_at: THEN + DAY,
      closed_by: 'command line',
      reopened_at: null,
      reopened_by: null,
      closed_note: null,
      reopened_because: null,
      sha256: null,
      ...changes,
    });

    test('are listed from the latest one, and replaced when they are closed again', async () => {
      const { periods } = ground().of(1);
      const later = aPeriod({ month: '2088-11', closed_at: THEN + 2 * DAY });
      for (const period of [aPeriod(), later]) await periods.keep(period);
      expect(await periods.all()).toEqual([later, aPeriod()]);
      const reopened = aPeriod({ state: 'reopened', reopened_at: THEN + 9, reopened_by: 'a', reopened_because: 'b' });
      await periods.keep(reopened);
      expect(await periods.find('2088-10')).toEqual(reopened);
      expect(await periods.find('2088-09')).toBeUndefined();
      expect(await ground().of(2).periods.all()).toEqual([]);
    });

    test('have a snapshot in parts, of which each item of due work makes the next file', async () => {
      const { periods } = ground().of(1);
      await periods.keep(aPeriod());
      const due = async () => (await periods.beingClosed(THEN + DAY, 9)).map(({ id: item, at }) => [item, at]);
      expect(await due()).toEqual([['2088-10 0', THEN + DAY]]);
      expect(await periods.beingClosed(THEN + DAY - 1, 9)).toEqual([]);
      const tax = { month: '2088-10', report: 'tax' };
      await periods.keepPart(tax, 0, 'old');
      await periods.keepPart(tax, 0, 'one');
      await periods.keepPart(tax, 1, 'two');
      await periods.addReport({ ...tax, sha256: 'a', bytes: 6, parts: 2 });
      await periods.addReport({ ...tax, report: 'aging', sha256: 'b', bytes: 0, parts: 0 });
      expect((await periods.reports('2088-10')).map(({ report, bytes }) => [report, bytes])).toEqual([
        ['aging', 0],
        ['tax', 6],
      ]);
      expect([await periods.part(tax, 0), await periods.part(tax, 1), await periods.part(tax, 2)]).toEqual([
        'one',
        'two',
        undefined,
      ]);
      expect(await due()).toEqual([['2088-10 2', THEN + DAY]]);
      const other = ground().of(2).periods;
      expect([await other.reports('2088-10'), await other.part(tax, 0), await other.beingClosed(THEN * 2, 9)]).toEqual([
        [],
        undefined,
        [],
      ]);
      await periods.removeSnapshot('2088-10');
      expect([await periods.reports('2088-10'), await periods.part(tax, 0)]).toEqual([[], undefined]);
      for (const month of ['2088-10', '2088-11']) await periods.keep(aPeriod({ month, state: 'closed' }));
      expect(await due()).toEqual([]);
    });

    test('close the books of their site until a moment, which no change of its settings moves', async () => {
      const { of, siteId } = ground();
      const { sites } = ground().open;
      const stored = async (n: number) => (await sites.all()).find(({ id: own }) => own === siteId(n));
      await of(1).periods.closeBooksUntil(THEN);
      const site = await stored(1);
      expect(site?.books_closed_until).toBe(THEN);
      await sites.save({ ...(site as Site), books_closed_until: 5 });
      expect((await stored(1))?.books_closed_until).toBe(THEN);
      expect((await stored(2))?.books_closed_until).toBe(0);
      await of(1).periods.closeBooksUntil(0);
    });

    test('find the first invoice, payments that wait for customers, and the cash of payments', async () => {
      const { accounts, invoices, transactions, ledger, periods } = ground().of(1);
      await accounts.add(owner);
      const dated = { currency: 'NOK', created_at: THEN, updated_at: THEN };
      await invoices.add(anInvoice(97_901, owner, dated));
      expect(await periods.firstInvoiceAt()).toBeLessThanOrEqual(THEN);
      expect(await ground().of(2).periods.firstInvoiceAt()).toBeUndefined();
      const add = (n: number, changes: object) => transactions.add(aTransaction(n, owner, { ...dated, ...changes }));
      await add(97_902, { status: 'success', amount_in_cents: 700 });
      await add(97_903, { status: 'success', action: 'refund', amount_in_cents: 300 });
      await add(97_904, { status: 'pending', amount_in_cents: 5000 });
      const period = { from: THEN, to: THEN + DAY };
      expect(await periods.pendingPayments(period)).toBe(1);
      expect(await periods.pendingPayments({ from: period.to, to: period.to + 1 })).toBe(0);
      const move = (n: number, kind: string, subject: string, amount: number) =>
        ledger.append({
          id: id(n),
          at: THEN,
          account_id: owner.id,
          currency: 'NOK',
          kind,
          subject,
          entries: [
            { account: 'cash', amount },
            { account: 'receivable', amount: -amount },
          ],
        });
      await move(97_905, 'payment.received', id(97_902), 700);
      await move(97_906, 'credit.paid_out', id(97_903), -300);
      await move(97_907, 'dispute.fee', 'a dispute', -1500);
      expect(await periods.cashOfPayments(period)).toEqual([
        { currency: 'NOK', payments_in_cents: 400, ledger_in_cents: 400 },
      ]);
      await move(97_908, 'payment.received', 'no payment', 1);
      expect(await periods.cashOfPayments(period)).toEqual([
        { currency: 'NOK', payments_in_cents: 400, ledger_in_cents: 401 },
      ]);
    });

    test('what was owed at a moment is due on the day that it had then', async () => {
      const { accounts, invoices, ledger, reports } = ground().of(1);
      const buyer = anAccount(97_910);
      await accounts.add(buyer);
      const dated = { currency: 'SEK', created_at: THEN, updated_at: THEN, due_on: THEN + 30 * DAY };
      const invoice = anInvoice(97_911, buyer, dated);
      await invoices.add(invoice);
      await ledger.append({
        id: id(97_912),
        at: THEN,
        account_id: buyer.id,
        currency: 'SEK',
        kind: 'invoice.posted',
        subject: invoice.uuid,
        entries: [
          { account: 'receivable', amount: 100 },
          { account: 'revenue', amount: -100 },
        ],
      });
      await invoices.keepDueDate(invoice.uuid, THEN + 5 * DAY, THEN + 10 * DAY);
      await invoices.keepDueDate(invoice.uuid, THEN + 5 * DAY, THEN + 11 * DAY);
      await invoices.keepDueDate(invoice.uuid, THEN + 8 * DAY, THEN + 20 * DAY);
      const dueOn = async (before: number) =>
        (await owedInvoices(reports, before)).find(({ currency }) => currency === 'SEK')?.due_on;
      expect(await dueOn(THEN + 5 * DAY)).toBe(THEN + 10 * DAY);
      expect(await dueOn(THEN + 6 * DAY)).toBe(THEN + 20 * DAY);
      expect(await dueOn(THEN + 9 * DAY)).toBe(THEN + 30 * DAY);
    });
  });
};
