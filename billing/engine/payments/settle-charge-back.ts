import { chargeAfter, creditLine, refundableLine } from '../../adjustments/credit-line.ts';
import { creditAgainst } from '../../invoices/credit-invoice.ts';
import type { CreditPaymentRecord } from '../../invoices/credit-payment.ts';
import { spent } from '../../invoices/pay-drafts.ts';
import type { InvoiceRecord, ShownInvoice } from '../../invoices/record.ts';
import { moneyLost, moneyReturned, paymentVoided } from '../../ledger/movements.ts';
import { refundLines } from '../../refunds/refund-lines.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { leftOf } from '../../transactions/refund.ts';
import { cancelUnpaidCard } from '../gift-cards/cancel-unpaid-card.ts';
import { addInvoice } from '../orders/add-invoice.ts';
import { refreshPayment } from '../refunds/refresh-payment.ts';
import { invoiceOf, type Settling } from './settle-debit.ts';
import { bookCredit, saveCredit } from './use-credit.ts';

const MESSAGE = 'Charged back by the bank';

/**
 * Records that a bank has charged back a payment, or part of it: the invoice stays paid, and a credit invoice shows the
 * amount. A payment that is charged back as a whole is voided; otherwise the part is recorded as a refund. Returns the
 * cents charged back: at most what was not refunded before.
 */
export const chargedBack = async (
  settling: Settling,
  payment: TransactionRecord,
  most = payment.amount_in_cents,
): Promise<number> => {
  const { records, at } = settling;
  const invoice = await invoiceOf(records, payment);
  const left = leftOf(payment, await records.transactions.refundsOf(payment.uuid));
  const amount = Math.min(most, left);
  const untouched =
    invoice?.type === 'charge' &&
    amount === payment.amount_in_cents &&
    invoice.refundable_total_in_cents >= payment.amount_in_cents;
  await records.transactions.save({
    ...payment,
    status: untouched ? 'void' : payment.status,
    voidable: false,
    refundable: false,
    message: MESSAGE,
    dispute_state: 'lost',
    settlement_due_at: null,
    updated_at: at,
  });
  if (invoice && untouched) await voidWhole(settling, invoice, payment);
  else if (invoice) await takeRest(settling, invoice, payment, amount);
  if (left > amount) await refreshPayment(records, payment.uuid, at);
  return amount;
};

/** The charge has a balance again, and the credit invoice pays it. */
const voidWhole = async (settling: Settling, invoice: ShownInvoice, payment: TransactionRecord): Promise<void> => {
  const { records, world, at } = settling;
  const { account_id, currency } = invoice;
  const { amount_in_cents } = payment;
  await records.ledger.append(paymentVoided(world, invoice, payment, at));
  const credit = await creditBack(settling, invoice, amount_in_cents);
  const use: CreditPaymentRecord = {
    uuid: world.ids.uuid(),
    account_id,
    original_invoice_id: credit.uuid,
    applied_to_invoice_id: invoice.uuid,
    original_credit_payment_uuid: null,
    refund_transaction_uuid: null,
    action: 'payment',
    currency,
    amount_in_cents,
    created_at: at,
    updated_at: at,
    voided_at: null,
  };
  await bookCredit(records, world, use, at);
  await saveCredit(records, spent(credit, amount_in_cents, at));
};

/** Returns the part that can still be credited; credit that was used before is lost. */
const takeRest = async (
  settling: Settling,
  invoice: ShownInvoice,
  payment: TransactionRecord,
  left: number,
): Promise<void> => {
  const { records, world, at } = settling;
  const open = invoice.type === 'charge' ? invoice.refundable_total_in_cents : 0 - invoice.balance_in_cents;
  const amount = Math.min(left, open);
  if (amount > 0) {
    const credit = invoice.type === 'charge' ? await creditBack(settling, invoice, amount) : invoice;
    const refund = refundOf(settling, payment, amount, credit.uuid);
    await records.transactions.add(refund);
    await records.ledger.append(moneyReturned(world, credit, refund, at));
    await saveCredit(records, spent(credit, amount, at));
  }
  if (left > amount) {
    const lost = refundOf(settling, payment, left - amount, null);
    await records.transactions.add(lost);
    await records.ledger.append(moneyLost(world, invoice, lost, at));
  }
};

const refundOf = (
  { world, at }: Settling,
  payment: TransactionRecord,
  amount_in_cents: number,
  invoice_id: string | null,
): TransactionRecord => ({
  ...payment,
  uuid: world.ids.uuid(),
  invoice_id,
  original_transaction_uuid: payment.uuid,
  // It is no longer looked up at a gateway.
  gateway_code: null,
  settlement_due_at: null,
  dispute_state: null,
  action: 'refund',
  amount_in_cents,
  tax_in_cents: 0,
  reference: null,
  voidable: false,
  refundable: false,
  message: MESSAGE,
  created_at: at,
  updated_at: at,
});

/**
 * Returns a credit invoice for an amount of a charge invoice, and the charge invoice after it. The credit is not used
 * yet.
 */
const creditBack = async (
  { records, world, at }: Settling,
  invoice: ShownInvoice,
  amount: number,
): Promise<InvoiceRecord> => {
  const charges = await records.adjustments.onInvoice(invoice.uuid);
  const lines = [];
  for (const line of charges) lines.push(refundableLine(line, await records.adjustments.creditsOf(line.uuid)));
  const back = refundLines(invoice, lines, { kind: 'amount', amount, path: '', afterLines: true }, at);
  const credited = back.refunds.map((refund) => creditLine(world.ids.uuid(), at, refund));
  const about = { uuid: world.ids.uuid, at, origin: 'external_refund', notes: invoice.customer_notes } as const;
  const credit = await addInvoice(records, world, creditAgainst(about, invoice, credited));
  for (const refund of back.refunds) {
    await records.adjustments.save({ ...refund.line.record, ...chargeAfter(refund, back.whole), updated_at: at });
  }
  const refundable_total_in_cents = invoice.refundable_total_in_cents - amount;
  await records.invoices.save({ ...invoice, refundable_total_in_cents, updated_at: at });
  if (refundable_total_in_cents === 0) await cancelUnpaidCard(records, world, invoice, credit, at);
  return credit;
};
