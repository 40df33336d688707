import { spent } from '../../../domain/invoices/balance.ts';
import { isUse } from '../../../domain/invoices/credit-payment.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import { returnedBy } from '../../../domain/transactions/refund.ts';
import { saveCharge } from '../events/save-charge.ts';
import { owingAgain } from './owing-again.ts';
import { type CreditContext, moveCredit, undoUse, voidCreditPayment } from './undo-use.ts';
import { saveCredit } from './use-credit.ts';

/** The recalled part of a credit invoice, which is its balance. */
export interface Recalled {
  readonly credit: string;
  /** Cents. */
  readonly amount: number;
}

/**
 * Recalls up to `most` cents of the credit that was given for a charge, the newest first, because its payment went back
 * or never arrived: first what is open of each credit invoice, then what it paid for other charges, which are owed
 * again. What was paid out or voided is not recalled.
 */
export const recallCredit = async (
  settling: CreditContext,
  charge: ShownInvoice,
  most: number,
): Promise<Recalled[]> => {
  const recalled: Recalled[] = [];
  let rest = most;
  for (const { credit, amount: given } of await creditsFor(settling, charge)) {
    const amount = rest > 0 ? await recallFrom(settling, credit, Math.min(rest, given), charge.uuid) : 0;
    if (amount > 0) recalled.push({ credit, amount });
    rest -= amount;
  }
  return recalled;
};

/**
 * Recalls up to `most` cents of one credit invoice, which has them as its balance then. Returns the cents. `kept`: the
 * charge that it keeps paying.
 */
export const recallFrom = async (
  settling: CreditContext,
  credit: string,
  most: number,
  kept: string | undefined,
): Promise<number> => {
  const { invoices, creditPayments } = settling.records;
  let rest = most - Math.min(most, 0 - ((await invoices.find(credit))?.balance_in_cents ?? 0));
  const uses = (await creditPayments.ofInvoice(credit)).filter(
    (one) => isUse(one) && one.original_invoice_id === credit && one.applied_to_invoice_id !== kept,
  );
  for (const use of uses.reverse()) {
    if (rest === 0) break;
    const wanted = Math.min(rest, use.amount_in_cents);
    rest -= await undoUse(settling, use, () => oweAgain(settling, use.applied_to_invoice_id ?? '', wanted));
  }
  return most - rest;
};

/** Pays a charge with credit that was recalled for it. Returns the cents. */
export const payRecalled = async (
  settling: CreditContext,
  charge: ShownInvoice,
  recalled: readonly Recalled[],
): Promise<number> => {
  const { records, at } = settling;
  for (const { credit, amount } of recalled) {
    const source = await records.invoices.find(credit);
    if (source) await saveCredit(records, source, spent(source, amount, at));
    await moveCredit(settling, charge, { action: 'payment', from: credit, to: charge.uuid, amount });
  }
  return recalled.reduce((sum, { amount }) => sum + amount, 0);
};

/**
 * Records that a charge owes an amount again, because what paid it went back. As far as the charge itself was credited,
 * that credit is recalled and pays it. Returns the cents that the charge takes: less where its credit was paid out.
 */
export const oweAgain = async (settling: CreditContext, uuid: string, amount: number): Promise<number> => {
  const { records, at } = settling;
  const charge = await records.invoices.find(uuid);
  if (!charge) return 0;
  if (charge.state === 'failed') return writeOffMore(settling, charge, amount);
  const room = Math.max(0, charge.total_in_cents - charge.credited_in_cents - charge.balance_in_cents);
  const owed = Math.min(amount, room);
  const paid = await payRecalled(settling, charge, await recallCredit(settling, charge, amount - owed));
  // The recall may have changed it.
  const now = (await records.invoices.find(uuid)) ?? charge;
  if (owed > 0) await saveCharge(records, now, await owingAgain(records, now, owed, at));
  return owed + paid;
};

/** Writes off the amount that credit had paid of a charge that was written off, instead of making it owed again. */
const writeOffMore = async (settling: CreditContext, charge: ShownInvoice, most: number): Promise<number> => {
  const { creditPayments } = settling.records;
  const paid = await creditPayments.ofInvoice(charge.uuid);
  const from = paid.find((one) => one.action === 'write_off' && isUse(one))?.original_invoice_id;
  if (from === undefined) return 0;
  const received = (await creditPayments.ofInvoice(from)).find(
    ({ action, voided_at }) => action === 'reduction' && voided_at === null,
  );
  if (!received) return 0;
  const amount = Math.min(most, received.amount_in_cents);
  const rest = received.amount_in_cents - amount;
  await voidCreditPayment(settling, received);
  await moveCredit(settling, charge, { action: 'write_off', from, to: charge.uuid, amount });
  if (rest > 0) await moveCredit(settling, charge, { action: 'reduction', from, to: null, amount: rest });
  return amount;
};

/** Returns the credit invoices for a charge that are open or were spent elsewhere, newest first. */
const creditsFor = async ({ records }: CreditContext, charge: ShownInvoice): Promise<Recalled[]> => {
  const { adjustments, invoices, creditPayments, transactions } = records;
  const given = new Map<string, number>();
  for (const line of await adjustments.onInvoice(charge.uuid)) {
    if (line.credited_share === null) continue;
    for (const { invoice_id, total_in_cents } of await adjustments.creditsOf(line.uuid)) {
      if (invoice_id !== null) given.set(invoice_id, (given.get(invoice_id) ?? 0) - total_in_cents);
    }
  }
  const payments = new Set((await transactions.ofInvoice(charge.uuid)).map(({ uuid }) => uuid));
  const found: (Recalled & { readonly at: string })[] = [];
  for (const [id, total] of given) {
    const credit = await invoices.find(id);
    if (!credit || credit.origin === 'write_off') continue;
    const gone = (await creditPayments.ofInvoice(id))
      .filter((one) => one.original_invoice_id === id && one.voided_at === null)
      .filter((one) => one.applied_to_invoice_id === null || one.applied_to_invoice_id === charge.uuid)
      .reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
    const refunds = (await transactions.ofInvoice(id)).filter(
      ({ original_transaction_uuid: original }) => original === null || payments.has(original),
    );
    const amount = Math.max(0, total - gone - returnedBy(refunds));
    found.push({ credit: id, amount, at: `${String(credit.created_at).padStart(12, '0')} ${id}` });
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : -1));
};
