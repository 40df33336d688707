import type { JournalBatch } from '@service/billing/domain/journals/batch.ts';
import { EMPTY_CHART, type JournalChart } from '@service/billing/domain/journals/chart.ts';
import type { Movement } from '@service/billing/domain/ledger/movement.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aTransaction, id, NOON } from './samples.ts';
import { aCreditPayment, anAdjustment, anInvoice } from './selling-samples.ts';

const chart: JournalChart = {
  rules: [
    {
      ...{ ledger_account: 'revenue', accounting_code: 'gold', tax_type: null, currency: null },
      ...{ account: '8400', cost_centre: 'web', tax_code: null },
    },
  ],
  default_account: '9999',
  datev: null,
};

const aBatch = (number: number, changes: Partial<JournalBatch> = {}): JournalBatch => ({
  number,
  state: 'open',
  detail: 'day',
  up_to: '2026-11-30',
  time_zone: 'Europe/Berlin',
  chart,
  made_at: NOON,
  made_by: 'operator:jo@example.com',
  correlation: id(19901),
  movements: 0,
  first_day: null,
  last_day: null,
  totals: [],
  ...changes,
});

/** Journals for accounting software, on every engine. */
export const journalsBehave = (ground: () => Ground): void => {
  describe('journals', () => {
    test('keep the chart of a site', async () => {
      const { journals } = ground().of(1);
      expect(await journals.chart()).toBeUndefined();
      await journals.saveChart(EMPTY_CHART, NOON);
      await journals.saveChart(chart, NOON + 1);
      expect(await journals.chart()).toEqual(chart);
      expect(await ground().of(2).journals.chart()).toBeUndefined();
    });

    test('keep batches, the latest first', async () => {
      const { journals } = ground().of(1);
      for (const number of [1, 2]) await journals.add(aBatch(number));
      const made = aBatch(2, {
        state: 'made',
        movements: 3,
        first_day: '2026-11-01',
        last_day: '2026-11-30',
        totals: [{ currency: 'EUR', debits_in_cents: 1190 }],
      });
      await journals.save(made);
      expect(await journals.find(2)).toEqual(made);
      expect(await journals.list(undefined, 9)).toEqual([made, aBatch(1)]);
      expect(await journals.list(2, 9)).toEqual([aBatch(1)]);
      expect(await journals.list(undefined, 1)).toEqual([made]);
      expect(await ground().of(2).journals.find(2)).toBeUndefined();
      expect(await ground().of(2).journals.list(undefined, 9)).toEqual([]);
    });

    test('have each movement in one batch, with the invoice and the lines that it is about', async () => {
      const { accounts, invoices, adjustments, transactions, creditPayments, ledger, journals } = ground().of(1);
      const owner = anAccount(19900);
      await accounts.add(owner);
      const invoice = anInvoice(19902, owner);
      await invoices.add(invoice);
      await adjustments.add(anAdjustment(19903, owner, { invoice_id: invoice.uuid, accounting_code: 'gold' }));
      await transactions.add(aTransaction(19904, owner, { invoice_id: invoice.uuid }));
      const spent = { original_invoice_id: invoice.uuid, applied_to_invoice_id: invoice.uuid };
      await creditPayments.add(aCreditPayment(19905, owner, spent));
      // Later ids than those of all other movements.
      const aMovement = (n: number, changes: Partial<Movement>): Movement => ({
        id: `f${id(n).slice(1)}`,
        at: NOON + n,
        account_id: owner.id,
        currency: 'EUR',
        kind: 'payment.received',
        subject: id(19904),
        entries: [
          { account: 'cash', amount: 979 },
          { account: 'receivable', amount: -979 },
        ],
        ...changes,
      });
      const posted = aMovement(19906, {
        at: NOON + 99_999,
        kind: 'invoice.posted',
        subject: invoice.uuid,
        entries: [
          { account: 'receivable', amount: 979 },
          { account: 'revenue', amount: -900 },
          { account: 'tax', amount: -79 },
        ],
      });
      const paid = aMovement(19907, {});
      const credited = aMovement(19908, { subject: id(19905), kind: 'credit.used' });
      const fee = aMovement(19909, { account_id: null, subject: id(19910), kind: 'dispute.fee' });
      for (const movement of [posted, paid, credited, fee]) await ledger.append(movement);

      const before = `f${id(19905).slice(1)}`;
      const all = await journals.exportable(before, 99);
      expect(all).toEqual([posted, paid, credited, fee].map(({ id: its, at }) => ({ id: its, at, exported: false })));
      expect(await journals.exportable(before, 2)).toEqual(all.slice(0, 2));
      await journals.take(1, all.slice(0, 3));
      await expect(journals.take(2, all.slice(2)).then(() => journals.exportable(before, 99))).rejects.toThrow();
      expect((await journals.exportable(before, 99)).map(({ exported }) => exported)).toEqual([
        true,
        true,
        true,
        false,
      ]);
      await journals.take(2, all.slice(3));

      // The oldest first, whatever the order of the ids.
      const movements = await journals.movements(1, undefined, 99);
      expect(movements.map((movement) => movement.id)).toEqual([paid.id, credited.id, posted.id]);
      expect(movements[0]).toEqual({
        ...{ id: paid.id, at: paid.at, currency: 'EUR', kind: 'payment.received', entries: paid.entries, lines: [] },
        ...{ account_code: owner.account_code, invoice_number: '19902' },
      });
      expect(movements[1]?.invoice_number).toBe('19902');
      expect(movements[2]).toMatchObject({
        invoice_number: '19902',
        lines: [
          {
            accounting_code: 'gold',
            revenue_gl_account_code: '4000',
            net: 900,
            taxes: [{ type: 'usst', amount: 79 }],
          },
        ],
      });
      expect(await journals.movements(1, movements[1], 99)).toEqual(movements.slice(2));
      expect((await journals.movements(2, undefined, 99))[0]).toMatchObject({
        account_code: null,
        invoice_number: null,
      });
      expect(await ground().of(2).journals.movements(1, undefined, 99)).toEqual([]);
      expect(await ground().of(2).journals.exportable(before, 99)).toEqual([]);
    });

    test('let the movements of a batch go in parts', async () => {
      const { journals } = ground().of(1);
      expect(await ground().of(2).journals.release(1, 2)).toBe(false);
      expect(await journals.release(1, 2)).toBe(true);
      expect(await journals.movements(1, undefined, 99)).toHaveLength(1);
      expect(await journals.release(1, 2)).toBe(false);
      expect(await journals.find(1)).toBeUndefined();
      expect(await journals.movements(2, undefined, 99)).toHaveLength(1);
      // One that was given up keeps its number.
      const givenUp = aBatch(2, { state: 'given_up' });
      await journals.save(givenUp);
      expect(await journals.release(2, 2)).toBe(false);
      expect(await journals.movements(2, undefined, 99)).toEqual([]);
      expect(await journals.find(2)).toEqual(givenUp);
    });
  });
};
