import { chargeAfter, creditLine, type LineRefund } from '../../../domain/adjustments/credit-line.ts';
import type { LineSetting } from '../../../domain/adjustments/line.ts';
import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { CreditPaymentRecord } from '../../../domain/invoices/credit-payment.ts';
import type { CreditedInvoice } from '../../../domain/invoices/credited-invoice.ts';
import type { DraftInvoice } from '../../../domain/invoices/draft.ts';
import { type CreditedCharge, payCredited } from '../../../domain/invoices/pay-drafts.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { InvoiceOrigin, UpdateItem } from './order.ts';

export interface DraftedCredits {
  /** A credit invoice for each transition that credits charges, then one for corrections of usage. */
  readonly credits: readonly DraftInvoice[];
  /** Their payments for the charges that they credit. */
  readonly uses: readonly CreditPaymentRecord[];
  /** The invoices of these charges. */
  readonly credited: readonly CreditedInvoice[];
}

/**
 * Drafts the credits of transitions. Each first pays the open balances of the charges that it credits, and is of the
 * account whose invoices these are: what was received is owed to the account that paid it. `corrections`: lines of
 * corrected usage whose charges are paid.
 */
export const draftCredits = (
  setting: LineSetting,
  payerId: string,
  items: readonly UpdateItem[],
  corrections: readonly AdjustmentRecord[],
  invoiceOf: (origin: InvoiceOrigin, lines: readonly AdjustmentRecord[], credited?: InvoiceRecord) => DraftInvoice,
): DraftedCredits => {
  const invoices = new Map(items.flatMap(({ credited }) => credited.map((one) => [one.uuid, one])));
  const owed = new Map([...invoices].map(([uuid, one]) => [uuid, one.balance_in_cents]));
  const uses: CreditPaymentRecord[] = [];
  const draft = (origin: InvoiceOrigin, made: readonly LineRefund[], more: readonly AdjustmentRecord[] = []) => {
    if (made.length + more.length === 0) return [];
    const own = byInvoice(made);
    const lines = [...more, ...made.map((credit) => creditLine(setting.uuid(), setting.at, credit))];
    const original_ids = [...own.keys()];
    const credited = invoices.get(original_ids[0] ?? '');
    const { invoice, lines: numbered } = invoiceOf(
      origin,
      lines,
      credited?.account_id === payerId ? undefined : credited,
    );
    const charges = [...own].map(
      ([uuid, credits]): CreditedCharge => ({
        invoice: { uuid, balance_in_cents: owed.get(uuid) ?? 0 },
        amount: totalOf(credits),
      }),
    );
    const paid = payCredited(setting, { invoice: { ...invoice, original_ids }, lines: numbered }, charges);
    for (const { applied_to_invoice_id, amount_in_cents } of paid.creditPayments) {
      const uuid = applied_to_invoice_id ?? '';
      owed.set(uuid, (owed.get(uuid) ?? 0) - amount_in_cents);
    }
    uses.push(...paid.creditPayments);
    return [paid.credit];
  };
  const byAccount = (origin: InvoiceOrigin, made: readonly LineRefund[], more: readonly AdjustmentRecord[] = []) => {
    const accounts = Map.groupBy(made, ({ line }) => invoices.get(line.record.invoice_id ?? '')?.account_id ?? payerId);
    const others = [...accounts].filter(([account]) => account !== payerId);
    return [
      ...draft(origin, accounts.get(payerId) ?? [], more),
      ...others.flatMap(([, credits]) => draft(origin, credits)),
    ];
  };
  const credits = [
    ...items.flatMap(({ creditOrigin, credits }) => byAccount(creditOrigin, credits)),
    ...byAccount(
      'usage_correction',
      items.flatMap(({ corrected }) => corrected),
      corrections,
    ),
  ];
  return { credits, uses, credited: creditedInvoices(items, uses) };
};

const byInvoice = (credits: readonly LineRefund[]): Map<string, LineRefund[]> =>
  Map.groupBy(credits, ({ line }) => line.record.invoice_id ?? '');

const totalOf = (credits: readonly LineRefund[]): number => credits.reduce((sum, { credit }) => sum + credit.total, 0);

const creditedInvoices = (items: readonly UpdateItem[], uses: readonly CreditPaymentRecord[]): CreditedInvoice[] =>
  [...byInvoice(items.flatMap(({ credits, corrected }) => [...credits, ...corrected]))].map(
    ([invoice_id, credits]) => ({
      invoice_id,
      amount_in_cents: totalOf(credits),
      paid_in_cents: uses
        .filter(({ applied_to_invoice_id }) => applied_to_invoice_id === invoice_id)
        .reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0),
      lines: credits.map((credit) => chargeAfter(credit, false)),
    }),
  );
