import type { ShownCreditPayment } from '../../../domain/invoices/credit-payment.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import type { Paid, Payment } from '../../../domain/refunds/allocation.ts';
import type { ShownTransaction, TransactionRecord } from '../../../domain/transactions/record.ts';
import { leftOf } from '../../../domain/transactions/refund.ts';
import type { Records } from '../../../ports/storage.ts';
import { isBankDebit } from '../../../values/bank/debits.ts';

/** A transaction without the data that was read with it. */
export const stored = ({ invoice: _, subscription_id: __, ...transaction }: ShownTransaction): TransactionRecord =>
  transaction;

/** Whether a payment can be refunded. A gateway does not refund one whose amount it has withdrawn for a dispute. */
const isPayment = ({ action, status, dispute_state }: TransactionRecord): boolean =>
  action === 'purchase' && status === 'success' && dispute_state !== 'open';

/** Returns the payments of an invoice that are not fully refunded, newest first. */
export const paymentsOf = async ({ transactions }: Records, invoiceId: string): Promise<Payment[]> => {
  const payments: Payment[] = [];
  for (const one of (await transactions.ofInvoice(invoiceId)).filter(isPayment)) {
    const left = leftOf(one, await transactions.refundsOf(one.uuid));
    if (left > 0) payments.push({ transaction: stored(one), left });
  }
  return payments.reverse();
};

/** Returns how an invoice was paid: by money, by credit, and by credit that came from refunded payments. */
export const readPaid = async (records: Records, invoice: ShownInvoice): Promise<Paid> => {
  const credit = (await records.creditPayments.ofInvoice(invoice.uuid)).filter(
    ({ applied_to_invoice_id, voided_at }) => applied_to_invoice_id === invoice.uuid && voided_at === null,
  );
  const behind: Payment[] = [];
  for (const one of credit.reverse()) behind.push(...(await paymentsBehind(records, invoice, one)));
  return {
    payments: await paymentsOf(records, invoice.uuid),
    behindCredit: behind,
    byCredit: credit.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0),
  };
};

/**
 * Returns the card payments behind credit: those of the invoices that were refunded as this credit. Gift cards are
 * excluded, because no money was paid for the invoice, and bank debits, because the bank may return a refund.
 */
const paymentsBehind = async (
  records: Records,
  { uuid }: ShownInvoice,
  credit: ShownCreditPayment,
): Promise<Payment[]> => {
  if (credit.action !== 'payment') return [];
  const source = await records.invoices.find(credit.original_invoice_id);
  const found: Payment[] = [];
  let most = credit.amount_in_cents;
  for (const id of source?.original_ids ?? []) {
    const original = id === uuid ? undefined : await records.invoices.find(id);
    if (!original) continue;
    const payments = await paymentsOf(records, id);
    let asCredit = payments.reduce((sum, { left }) => sum + left, 0) - original.refundable_total_in_cents;
    for (const { transaction, left } of payments) {
      const amount = Math.min(left, most, asCredit);
      if (amount <= 0 || transaction.gateway_code === null || isBankDebit(transaction.type)) continue;
      found.push({ transaction, left: amount, credit_payment: credit.uuid });
      most -= amount;
      asCredit -= amount;
    }
  }
  return found;
};
