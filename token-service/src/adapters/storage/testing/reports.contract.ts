import type { Dunning } from '@service/billing/domain/dunning/dunning.ts';
import type { Movement } from '@service/billing/domain/ledger/movement.ts';
import { ledgerSumOf, ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import { owedByLedger, owedInvoices, owedOfOpenInvoices } from '@service/billing/queries/reports/owed-invoices.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aGiftCard, anAccount, aPlan, aTransaction, id, NOON } from './samples.ts';
import { aBusinessEntity, aCreditPayment, anAdjustment, anInvoice } from './selling-samples.ts';

/** A time with no records of other parts of the contract. */
const THEN = NOON + 900_000_000;
const period = { from: THEN, to: THEN + 86_400 };

/** Reports over all customers of a site, on every engine. */
export const reportsBehave = (ground: () => Ground): void => {
  describe('reports', () => {
    const owner = anAccount(9800);
    const other = anAccount(9801);
    const dated = { currency: 'CHF', created_at: THEN, updated_at: THEN };

    test('read the lines of invoices of a period a page at a time, by invoice and position', async () => {
      const { accounts, invoices, adjustments, reports } = ground().of(1);
      for (const account of [owner, other]) await accounts.add(account);
      const first = anInvoice(9802, owner, { ...dated, vat_reverse_charge_notes: '', vat_number: 'GB999999973' });
      const second = anInvoice(9803, owner, { ...dated, created_at: period.to - 1 });
      const later = anInvoice(9804, owner, { ...dated, created_at: period.to });
      for (const invoice of [first, second, later]) await invoices.add(invoice);
      const lineOf = (n: number, invoice_id: string, position: number) =>
        anAdjustment(n, owner, { invoice_id, position, currency: 'CHF', plan_code: 'gold' });
      await adjustments.add(lineOf(9805, first.uuid, 1));
      await adjustments.add(lineOf(9806, first.uuid, 0));
      await adjustments.add(lineOf(9807, second.uuid, 0));
      await adjustments.add(lineOf(9808, later.uuid, 0));
      const page = await reports.lines(period, undefined, 2);
      expect(page.map(({ uuid }) => uuid)).toEqual([id(9806), id(9805)]);
      expect((await reports.lines(period, page[1], 2)).map(({ uuid }) => uuid)).toEqual([id(9807)]);
      expect(page[0]).toMatchObject({
        invoice_number: '9802',
        invoiced_at: THEN,
        account_code: owner.account_code,
        customer: 'Ada Lovelace',
        country: 'GB',
        vat_number: 'GB999999973',
        reverse_charge: true,
        plan_code: 'gold',
        taxes: [{ type: 'usst', region: 'CA', rate: '0.0875', amount: 79 }],
        tax_in_cents: 79,
        total_in_cents: 979,
        revenue_gl_account_code: '4000',
      });
      expect(await ground().of(2).reports.lines(period, undefined, 2)).toEqual([]);
    });

    test('read the country of the seller of a line, with the date and the number of the sale that it credits', async () => {
      const { accounts, businessEntities, invoices, adjustments, reports } = ground().of(1);
      const buyer = anAccount(9870);
      await accounts.add(buyer);
      const entity = { ...aBusinessEntity(9871, 'FR'), state: 'inactive', is_default: false } as const;
      await businessEntities.add(entity);
      const at = period.to + 86_400;
      const inKuna = { currency: 'HRK', updated_at: at };
      await invoices.add(anInvoice(9872, buyer, { ...inKuna, created_at: at, business_entity_id: entity.id }));
      await invoices.add(anInvoice(9873, buyer, { ...inKuna, created_at: at + 50, type: 'credit' }));
      await adjustments.add(anAdjustment(9874, buyer, { ...inKuna, invoice_id: id(9872), position: 0 }));
      const credit = { original_adjustment_uuid: id(9874), total_in_cents: -500, tax_in_cents: -79 };
      await adjustments.add(anAdjustment(9875, buyer, { ...inKuna, invoice_id: id(9873), position: 0, ...credit }));
      const lines = await reports.lines({ from: at, to: at + 100 }, undefined, 9);
      expect(
        lines.map((line) => [line.uuid, line.seller_country, line.original_invoiced_at, line.original_invoice_number]),
      ).toEqual([
        [id(9874), 'FR', null, null],
        [id(9875), null, at, lines[0]?.invoice_number],
      ]);
    });

    test('read lines of revenue with their credits, also earlier ones that a period may still earn', async () => {
      const { accounts, invoices, adjustments, reports } = ground().of(1);
      const buyer = anAccount(9830);
      await accounts.add(buyer);
      // Later than the records of other tests: what is never earned is always read.
      const at = THEN + 900_000_000;
      const inYen = { currency: 'JPY', updated_at: at };
      const numbers = new Map<number, string>();
      const add = async (n: number, created_at: number, invoice: object, line: object) => {
        const dated = { ...inYen, created_at };
        const added = anInvoice(n, buyer, { ...dated, ...invoice });
        await invoices.add(added);
        if (!numbers.has(created_at)) numbers.set(created_at, `${added.invoice_number_prefix}${added.invoice_number}`);
        const posted = { invoice_id: id(n), position: 0, start_date: created_at, end_date: created_at + 10 };
        await adjustments.add(anAdjustment(n + 30, buyer, { ...dated, ...posted, ...line }));
      };
      await add(9831, at, {}, {});
      await add(9832, at, {}, { end_date: at + 500 });
      await add(9833, at, {}, { revenue_schedule_type: 'never' });
      await add(9834, at, {}, { start_date: at + 200, end_date: null });
      await add(9835, at + 150, {}, {});
      await add(9836, at + 150, { origin: 'write_off' }, {});
      await add(9837, at + 150, { gift_card_id: 9899 }, {});
      const ofFirst = { original_adjustment_uuid: id(9861), total_in_cents: -500, tax_in_cents: -79 };
      await add(9838, at + 160, { type: 'credit' }, ofFirst);
      await add(9839, at + 170, { type: 'credit', origin: 'write_off' }, ofFirst);
      await add(9840, at + 400, { type: 'credit' }, ofFirst);
      await add(9841, at + 400, {}, {});
      const read = async (from: number, to: number, limit = 100) => {
        const lines = await reports.revenueLines({ from: at + from, to: at + to }, undefined, limit);
        const own = lines.filter(
          ({ currency, account_code }) => currency === 'JPY' && account_code === buyer.account_code,
        );
        return own.map(({ uuid, credits }) => [uuid, credits]);
      };
      const credited = (later: number) => ({
        credited_at: at + later,
        invoice_number: numbers.get(at + later),
        net_in_cents: -421,
      });
      expect(await read(100, 300)).toEqual([
        [id(9861), [credited(160)]],
        [id(9862), []],
        [id(9863), []],
        [id(9864), []],
        [id(9865), []],
      ]);
      // Without a credit in the period, the first line has nothing left to earn.
      expect((await read(200, 300)).map(([uuid]) => uuid)).toEqual([id(9862), id(9863), id(9864)]);
      expect((await read(350, 450)).slice(0, 1)).toEqual([[id(9861), [credited(160), credited(400)]]]);
      const page = await reports.revenueLines({ from: at + 100, to: at + 300 }, undefined, 2);
      const next = await reports.revenueLines({ from: at + 100, to: at + 300 }, page[1], 100);
      expect(next).toHaveLength(
        (await reports.revenueLines({ from: at + 100, to: at + 300 }, undefined, 100)).length - 2,
      );
    });

    test('find what is owed of each invoice from the ledger: its posting, its payments and the credit used', async () => {
      const { ledger, transactions, creditPayments, reports } = ground().of(1);
      const move = (n: number, at: number, subject: string, account_id: string | null, amount: number): Movement => ({
        id: id(n),
        at,
        account_id,
        currency: 'CHF',
        kind: 'invoice.posted',
        subject,
        entries: [
          { account: 'receivable', amount },
          { account: 'tax', amount: -amount },
        ],
      });
      const payment = aTransaction(9810, owner, { ...dated, invoice_id: id(9802), action: 'purchase' });
      await transactions.add(payment);
      await creditPayments.add(
        aCreditPayment(9811, owner, { original_invoice_id: id(9803), applied_to_invoice_id: id(9802) }),
      );
      await ledger.append(move(9812, THEN, id(9802), owner.id, 979));
      await ledger.append(move(9813, THEN + 1, payment.uuid, owner.id, -500));
      await ledger.append(move(9814, THEN + 2, id(9811), owner.id, -79));
      await ledger.append(move(9815, THEN + 3, id(9803), owner.id, 100));
      await ledger.append(move(9816, THEN + 4, id(9803), owner.id, -100));
      await ledger.append(move(9817, THEN + 5, 'nothing', null, 7));
      const owed = async (before: number) =>
        (await owedInvoices(reports, before))
          .filter(({ currency }) => currency === 'CHF')
          .map(({ invoice_number, owed_in_cents }) => [invoice_number, owed_in_cents]);
      expect(await owed(THEN + 1)).toEqual([['9802', 979]]);
      expect(await owed(THEN + 4)).toEqual([
        ['9802', 400],
        ['9803', 100],
      ]);
      expect(await owed(THEN + 6)).toEqual([
        [null, 7],
        ['9802', 400],
      ]);
      const sums = await ledgerSums(reports, { from: THEN + 1, to: THEN + 6 });
      expect(sums.find(({ account, currency }) => account === 'receivable' && currency === 'CHF')).toEqual({
        account: 'receivable',
        currency: 'CHF',
        opening_in_cents: 979,
        debits_in_cents: 107,
        credits_in_cents: 679,
      });
      const tax = await ledgerSumOf(reports, { from: THEN + 1, to: THEN + 6 }, 'tax', 'invoice.posted');
      expect(tax.get('CHF')).toBe(572);
      expect(await ledgerSumOf(reports, period, 'tax', 'no kind')).toEqual(new Map());
    });

    test('find nothing owed of an invoice whose payment arrived when it needed none, and was kept as credit', async () => {
      const { invoices, ledger, transactions, reports } = ground().of(1);
      const [charge, credit, at] = [id(9961), id(9962), THEN + 900_000];
      await invoices.add(anInvoice(9961, owner, { ...dated, currency: 'PLN' }));
      await invoices.add(anInvoice(9962, owner, { ...dated, type: 'credit', currency: 'PLN', original_ids: [charge] }));
      const payment = aTransaction(9963, owner, { ...dated, invoice_id: credit, action: 'purchase' });
      await transactions.add(payment);
      const move = (n: number, subject: string, amount: number) =>
        ledger.append({
          ...{ id: id(n), at, account_id: owner.id, currency: 'PLN', kind: 'invoice.posted', subject },
          entries: [
            { account: 'receivable', amount },
            { account: 'cash', amount: -amount },
          ],
        });
      await move(9964, payment.uuid, -717);
      const owed = async () => {
        const rows = (await owedInvoices(reports, at + 1)).filter(({ currency }) => currency === 'PLN');
        return rows.map(({ invoice_number, owed_in_cents }) => [invoice_number, owed_in_cents]);
      };
      expect(await owed()).toEqual([['9961', -717]]);
      await move(9965, credit, 717);
      expect(await owed()).toEqual([]);
    });

    test('list the entries of the ledger in a period, with the invoice that was posted, paid or credited', async () => {
      const { ledger, transactions, reports } = ground().of(1);
      const at = THEN + 800_000;
      await transactions.add(aTransaction(9895, owner, { ...dated, invoice_id: id(9802) }));
      const post = (n: number, moment: number, subject: string) =>
        ledger.append({
          ...{ id: id(n), at: moment, account_id: owner.id, currency: 'CHF', kind: 'payment.captured', subject },
          entries: [
            { account: 'cash', amount: 400 },
            { account: 'receivable', amount: -400 },
          ],
        });
      await post(9897, at, id(9895));
      await post(9896, at, id(9803));
      await post(9898, at + 10, id(9802));
      const listed = await reports.postings({ from: at, to: at + 10 }, undefined, 9);
      expect(
        listed.map(({ movement_id, line, account, amount_in_cents, invoice_number }) => [
          ...[movement_id, line, account, amount_in_cents, invoice_number],
        ]),
      ).toEqual([
        [id(9896), 0, 'cash', 400, '9803'],
        [id(9896), 1, 'receivable', -400, '9803'],
        [id(9897), 0, 'cash', 400, '9802'],
        [id(9897), 1, 'receivable', -400, '9802'],
      ]);
      expect(listed[0]).toMatchObject({
        at,
        kind: 'payment.captured',
        currency: 'CHF',
        account_code: owner.account_code,
      });
      expect(await reports.postings({ from: at, to: at + 10 }, listed[0], 2)).toEqual(listed.slice(1, 3));
      expect(
        await ground()
          .of(2)
          .reports.postings({ from: at, to: at + 10 }, undefined, 9),
      ).toEqual([]);
    });

    test('list attempts to pay, oldest first', async () => {
      const { transactions, reports } = ground().of(1);
      const attempt = (n: number, changes: object) =>
        transactions.add(aTransaction(n, owner, { ...dated, action: 'purchase', amount_in_cents: 500, ...changes }));
      await attempt(9820, { status: 'success', transaction_error: null });
      await attempt(9821, { status: 'success', transaction_error: null });
      await attempt(9822, { status: 'declined', recurring: true });
      await attempt(9824, { status: 'success', initiator: 'merchant', amount_in_cents: 700 });
      await attempt(9823, { action: 'verify' });
      await attempt(9829, { action: 'authorization', status: 'void', amount_in_cents: 900 });
      const listed = await reports.attempts(period, undefined, 99);
      expect(listed.map(({ uuid }) => uuid)).toEqual(listed.map(({ uuid }) => uuid).toSorted());
      const own = listed.filter(({ uuid }) => uuid >= id(9820) && uuid <= id(9829));
      expect(own.map(({ status, by_merchant, amount_in_cents }) => [status, by_merchant, amount_in_cents])).toEqual([
        ['success', false, 500],
        ['success', false, 500],
        ['declined', true, 500],
        ['success', true, 700],
        ['void', false, 900],
      ]);
      expect(own[0]).toMatchObject({ uuid: id(9820), currency: 'CHF', account_code: owner.account_code });
      expect(own.find(({ status }) => status === 'declined')?.error_code).toEqual(expect.any(String));
      expect(await reports.attempts(period, own[0], 2)).toEqual(own.slice(1, 3));
      expect(await ground().of(2).reports.attempts(period, undefined, 9)).toEqual([]);
    });

    test('number the attempts for an invoice, oldest first, also those that credit was made of later', async () => {
      const { transactions, invoices, reports } = ground().of(1);
      const at = THEN + 500_000;
      for (const n of [9825, 9826, 9827]) {
        await transactions.add(
          aTransaction(n, owner, { ...dated, created_at: at, action: 'purchase', invoice_id: id(9804) }),
        );
      }
      const counted = async () =>
        (await reports.attempts({ from: at, to: at + 1 }, undefined, 9)).map(({ attempt }) => attempt);
      expect(await counted()).toEqual([1, 2, 3]);
      // The second one is a debit that settles after its invoice was closed.
      const credit = { ...dated, type: 'credit', origin: 'external_credit', original_ids: [id(9804)] } as const;
      await invoices.add(anInvoice(9870, owner, { ...credit, created_at: at + 10 }));
      const [settled] = await transactions.byIds([id(9826)]);
      if (settled) await transactions.save({ ...settled, invoice_id: id(9870) });
      expect(await counted()).toEqual([1, 2, 3]);
    });

    test('know the gift cards that are owed at a moment, and the plans that there are and were', async () => {
      const { giftCards, invoices, plans, reports } = ground().of(1);
      const at = THEN + 600_000;
      const card = (n: number, changes: object) =>
        giftCards.add(
          aGiftCard(n, owner, {
            ...{ currency: 'SEK', unit_amount_in_cents: 700, created_at: at, canceled_at: null },
            ...{ purchase_invoice_id: null, redemption_invoice_id: null, redeemed_at: null },
            ...changes,
          }),
        );
      await invoices.add(anInvoice(9880, owner, { created_at: at + 50 }));
      await card(9881, {});
      await card(9882, { redemption_invoice_id: id(9880), redeemed_at: at + 50 });
      await card(9883, { canceled_at: at + 90 });
      const owed = async (before: number) => (await reports.giftCardsOwed(before)).get('SEK') ?? 0;
      expect([await owed(at), await owed(at + 50), await owed(at + 51), await owed(at + 91)]).toEqual([
        ...[0, 2100, 1400, 700],
      ]);
      await plans.add(aPlan(9884));
      expect(await reports.planCodes()).toContain('plan-9884');
      const other = ground().of(2).reports;
      expect((await other.giftCardsOwed(at + 9)).has('SEK')).toBe(false);
      expect(await other.planCodes()).not.toContain('plan-9884');
    });

    test('read invoices that were past due with what was paid since, a page at a time', async () => {
      const { invoices, transactions, creditPayments, ledger, reports } = ground().of(1);
      const started_at = THEN + 700_000;
      const dunning = {
        ...{ campaign: 'default', version: 1, schedule: { days: [0, 3], final_day: 9, final_action: [] } },
        ...{ started_at, events_count: 2, final: false, ended_at: null },
      } as unknown as Dunning;
      const add = (n: number, changes: object) =>
        invoices.add(
          anInvoice(n, owner, { ...dated, created_at: THEN + 690_000, dunning, balance_in_cents: 0, ...changes }),
        );
      await add(9885, { state: 'paid', recovery_reason: 'retried' });
      await add(9886, { state: 'failed', recovery_reason: null });
      await add(9887, { state: 'paid', recovery_reason: 'marked_successful' });
      const paid = (n: number, changes: object) =>
        transactions.add(
          aTransaction(n, owner, {
            ...{ ...dated, action: 'purchase', status: 'success', invoice_id: id(9885), amount_in_cents: 300 },
            ...changes,
          }),
        );
      await paid(9888, { created_at: started_at - 1 });
      await paid(9889, { created_at: started_at + 1 });
      await paid(9890, { created_at: started_at + 2, backup_payment_method_used: true, amount_in_cents: 500 });
      await paid(9891, { created_at: started_at + 2, status: 'failed' });
      await creditPayments.add(
        aCreditPayment(9892, owner, {
          ...{
            action: 'write_off',
            original_invoice_id: id(9885),
            applied_to_invoice_id: id(9886),
            amount_in_cents: 900,
            voided_at: null,
          },
        }),
      );
      await ledger.append({
        ...{ id: id(9893), at: started_at + 3, account_id: owner.id, currency: 'CHF' },
        ...{ kind: 'invoice.marked_successful', subject: id(9887) },
        entries: [
          { account: 'cash', amount: 979 },
          { account: 'receivable', amount: -979 },
        ],
      });
      const before = THEN + 690_001;
      const start = { created_at: THEN + 689_999, uuid: '' };
      const page = await reports.dunnedInvoices(before, start, 2);
      expect(page).toEqual([
        {
          ...{ uuid: id(9885), created_at: THEN + 690_000, currency: 'CHF', campaign: 'default', events_count: 2 },
          ...{ invoice_number: '9885', account_code: owner.account_code },
          ...{ started_at, state: 'paid', recovery_reason: 'retried', balance_in_cents: 0 },
          ...{ paid_in_cents: 800, paid_by_backup_in_cents: 500, written_off_in_cents: 0 },
        },
        expect.objectContaining({ uuid: id(9886), paid_in_cents: 0, written_off_in_cents: 900 }),
      ]);
      const next = await reports.dunnedInvoices(before, page[1], 2);
      expect(next.map(({ uuid, paid_in_cents }) => [uuid, paid_in_cents])).toEqual([[id(9887), 979]]);
      expect(await ground().of(2).reports.dunnedInvoices(before, start, 2)).toEqual([]);
    });

    test('add up the same amounts however few movements and accounts a page has', async () => {
      const { accounts, invoices, ledger } = ground().of(1);
      const at = THEN + 70 * 86_400;
      const buyers = [9950, 9951, 9952].map((n) => anAccount(n));
      for (const buyer of buyers) await accounts.add(buyer);
      const post = (n: number, later: number, account_id: string | null, subject: string, amount: number) =>
        ledger.append({
          ...{ id: id(n), at: at + later, kind: 'invoice.posted', account_id, subject, currency: 'MXN' },
          entries: [
            { account: 'receivable', amount },
            { account: 'revenue', amount: -amount },
          ],
        });
      for (const [index, buyer] of buyers.entries()) {
        await invoices.add(
          anInvoice(9953 + index, buyer, { currency: 'MXN', created_at: at, due_on: at + 50 - index }),
        );
        await post(9960 + index, index, buyer.id, id(9953 + index), 1000 + index);
        // In the same second as another, so that it cannot be on the next page.
        await post(9970 + index, 2, buyer.id, id(9953 + index), -400);
      }
      await post(9980, 3, null, 'of no invoice', 70);
      const { reports } = ground().of(1);
      const read = async (size?: number) => ({
        owed: await owedByLedger(reports, at + 10, size),
        sums: await ledgerSums(reports, { from: at + 2, to: at + 10 }, size),
        posted: [
          ...(await ledgerSumOf(reports, { from: 0, to: at + 10 }, 'receivable', 'invoice.posted', size)),
        ].sort(),
      });
      const whole = await read();
      const owed = whole.owed.filter(({ currency }) => currency === 'MXN');
      expect(owed.map(({ invoice_number, owed_in_cents }) => [invoice_number, owed_in_cents])).toEqual([
        [null, 70],
        ['9955', 602],
        ['9954', 601],
        ['9953', 600],
      ]);
      const receivable = { account: 'receivable', currency: 'MXN', opening_in_cents: 2001 };
      expect(whole.sums).toContainEqual({ ...receivable, debits_in_cents: 1072, credits_in_cents: 1200 });
      for (const size of [1, 2, 5]) expect(await read(size)).toEqual(whole);
    });

    test('find what was owed among the invoices that are owed or have changed since, and among all if that is less', async () => {
      const { accounts, creditPayments, invoices, ledger, reports, transactions } = ground().of(3);
      const at = THEN + 90 * 86_400;
      const before = at + 1000;
      const buyers = [9800, 9801].map((n) => anAccount(n));
      for (const buyer of buyers) await accounts.add(buyer);
      const [ada, grace] = buyers as [(typeof buyers)[0], (typeof buyers)[0]];
      const add = (n: number, balance_in_cents: number, updated_at: number, buyer = ada) =>
        invoices.add(anInvoice(n, buyer, { currency: 'PLN', created_at: at + (n % 3), updated_at, balance_in_cents }));
      const move = (n: number, later: number, subject: string, amount: number, account_id: string | null = ada.id) =>
        ledger.append({
          ...{ id: id(n), at: at + later, kind: 'invoice.posted', account_id, subject, currency: 'PLN' },
          entries: [
            { account: 'receivable', amount },
            { account: 'revenue', amount: -amount },
          ],
        });
      // Owed now; paid since; paid before; and paid with credit, of which a part since.
      await add(9810, 1000, at);
      await move(9820, 0, id(9810), 1000);
      await add(9811, 0, before, grace);
      await move(9821, 0, id(9811), 1100, grace.id);
      await transactions.add(aTransaction(9831, grace, { ...dated, invoice_id: id(9811) }));
      await move(9822, 1000, id(9831), -1100, grace.id);
      await add(9812, 0, at + 500);
      await move(9823, 0, id(9812), 1200);
      await transactions.add(aTransaction(9832, ada, { ...dated, invoice_id: id(9812) }));
      await move(9824, 500, id(9832), -1200);
      await add(9813, 0, at + 2000);
      await move(9825, 0, id(9813), 1300);
      for (const n of [9833, 9834]) {
        await creditPayments.add(
          aCreditPayment(n, ada, { original_invoice_id: id(9810), applied_to_invoice_id: id(9813) }),
        );
      }
      await move(9826, 600, id(9833), -300);
      await move(9827, 2000, id(9834), -1000);
      const amounts = (owed: Awaited<ReturnType<typeof owedInvoices>>) =>
        owed
          .filter(({ currency }) => currency === 'PLN')
          .map(({ invoice_number, account_code, owed_in_cents }) => [invoice_number, account_code, owed_in_cents]);
      const expected = [
        ['9810', ada.account_code, 1000],
        ['9811', grace.account_code, 1100],
        ['9813', ada.account_code, 1000],
      ];
      expect(amounts(await owedByLedger(reports, before))).toEqual(expected);
      for (const size of [1, 2, 500])
        expect(amounts(await owedOfOpenInvoices(reports, before, size))).toEqual(expected);
      expect(amounts(await owedInvoices(reports, before))).toEqual(expected);
      // A movement of no invoice, and an invoice whose balance does not agree with the ledger.
      await move(9828, 1, 'of no invoice', 70, null);
      await add(9814, 0, at);
      await move(9829, 0, id(9814), 1400);
      expect(amounts(await owedOfOpenInvoices(reports, before))).toEqual(expected);
      expect(amounts(await owedInvoices(reports, before))).toEqual([
        [null, null, 70],
        ...expected,
        ['9814', ada.account_code, 1400],
      ]);
    });
  });
};
