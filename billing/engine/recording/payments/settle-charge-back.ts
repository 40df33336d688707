import { chargeAfter, creditLine, refundableLine } from '../../../domain/adjustments/credit-line.ts';
import { refundAnswered } from '../../../domain/events/payment-events.ts';
import { credited, spent } from '../../../domain/invoices/balance.ts';
import { creditAgainst } from '../../../domain/invoices/credit-invoice.ts';
import type { InvoiceRecord, ShownInvoice } from '../../../domain/invoices/record.ts';
import { moneyLost, moneyReturned, paymentVoided } from '../../../domain/ledger/movements.ts';
import { refundLines } from '../../../domain/refunds/refund-lines.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import { leftOf } from '../../../domain/transactions/refund.ts';
import { recallCredit, recallFrom } from '../credit/recall-credit.ts';
import { type CreditContext, moveCredit } from '../credit/undo-use.ts';
import { saveCredit } from '../credit/use-credit.ts';
import { saveCharge } from '../events/save-charge.ts';
import { cancelUnpaidCard } from '../gift-cards/cancel-unpaid-card.ts';
import { addInvoice } from '../invoices/add-invoice.ts';
import { refreshPayment } from '../refunds/refresh-payment.ts';
import { invoiceOf } from './settle-debit.ts';

const MESSAGE = 'Charged back by the bank';

/**
 * Records that a bank has charged back a payment, or part of it: the invoice stays paid, and a credit invoice shows the
 * amount. A payment that is charged back as a whole is voided; otherwise the part is recorded as a refund. What was
 * credited before is taken from that credit, and what it had paid is owed again. Returns the cents charged back: at
 * most what was not refunded before.
 */
export const chargedBack = async (
  settling: CreditContext,
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
  const transaction: TransactionRecord = {
    ...payment,
    status: untouched ? 'void' : payment.status,
    voidable: false,
    refundable: false,
    message: MESSAGE,
    dispute_state: 'lost',
    settlement_due_at: null,
    updated_at: at,
  };
  await records.transactions.save(transaction);
  if (untouched) records.events.say({ type: 'void_payment', transaction });
  else if (payment.dispute_state !== 'lost') records.events.say({ type: 'transaction_status_updated', transaction });
  if (invoice && untouched) await voidWhole(settling, invoice, payment);
  else if (invoice) await takeRest(settling, invoice, payment, amount);
  if (left > amount) await refreshPayment(records, payment.uuid, at);
  return amount;
};

/** Voids a whole payment: the charge has a balance again, and the credit invoice pays it. */
const voidWhole = async (settling: CreditContext, invoice: ShownInvoice, payment: TransactionRecord): Promise<void> => {
  const { records, world, at } = settling;
  const { amount_in_cents: amount } = payment;
  await records.ledger.append(paymentVoided(world, invoice, payment, at));
  const credit = await creditBack(settling, invoice, amount);
  await moveCredit(settling, invoice, { action: 'payment', from: credit.uuid, to: invoice.uuid, amount });
  await saveCredit(records, credit, spent(credit, amount, at));
};

/**
 * Takes the part that can still be credited, then what was credited before and not paid out; what was paid out, or
 * cannot be recalled, is lost.
 */
const takeRest = async (
  settling: CreditContext,
  invoice: ShownInvoice,
  payment: TransactionRecord,
  most: number,
): Promise<void> => {
  const { records, world, at } = settling;
  const isCharge = invoice.type === 'charge';
  const amount = isCharge ? Math.min(most, creditable(invoice)) : 0;
  if (amount > 0) await takeFrom(settling, payment, (await creditBack(settling, invoice, amount)).uuid, amount);
  const recalled = isCharge
    ? await recallCredit(settling, invoice, most - amount)
    : [{ credit: invoice.uuid, amount: await recallFrom(settling, invoice.uuid, most, undefined) }];
  for (const { credit, amount: part } of recalled) if (part > 0) await takeFrom(settling, payment, credit, part);
  const lost = recalled.reduce((left, { amount: part }) => left - part, most - amount);
  if (lost === 0) return;
  const refund = refundOf(settling, payment, lost, null);
  await records.transactions.add(refund);
  records.events.say(...refundAnswered(refund));
  await records.ledger.append(moneyLost(world, invoice, refund, at));
};

/** Cents of a charge invoice that are neither owed nor credited. Those of a redeemed gift card are not refundable. */
const creditable = ({ state, refundable_total_in_cents, ...invoice }: ShownInvoice): number => {
  if (state === 'paid' || state === 'failed') return refundable_total_in_cents;
  return Math.max(0, invoice.total_in_cents - invoice.credited_in_cents - invoice.balance_in_cents);
};

/** Records that the bank took an amount of a credit invoice. */
const takeFrom = async (
  settling: CreditContext,
  payment: TransactionRecord,
  uuid: string,
  amount: number,
): Promise<void> => {
  const { records, world, at } = settling;
  const credit = await records.invoices.find(uuid);
  if (!credit) throw new Error(`The credit invoice ${uuid} is gone`);
  const refund = refundOf(settling, payment, amount, uuid);
  await records.transactions.add(refund);
  records.events.say(...refundAnswered(refund));
  await records.ledger.append(moneyReturned(world, credit, refund, at));
  await saveCredit(records, credit, spent(credit, amount, at));
};

const refundOf = (
  { world, at }: CreditContext,
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
  { records, world, at }: CreditContext,
  invoice: ShownInvoice,
  amount: number,
): Promise<InvoiceRecord> => {
  const charges = await records.adjustments.onInvoice(invoice.uuid);
  const lines = [];
  for (const line of charges) lines.push(refundableLine(line, await records.adjustments.creditsOf(line.uuid)));
  const refundable = { ...invoice, refundable_total_in_cents: creditable(invoice) };
  const back = refundLines(refundable, lines, { kind: 'amount', amount, path: '', afterLines: true }, at);
  const given = back.refunds.map((refund) => creditLine(world.ids.uuid(), at, refund));
  const about = { uuid: world.ids.uuid, at, origin: 'external_refund', notes: invoice.customer_notes } as const;
  const credit = await addInvoice(records, world, creditAgainst(about, invoice, given));
  for (const refund of back.refunds) {
    await records.adjustments.save({ ...refund.line.record, ...chargeAfter(refund, back.whole), updated_at: at });
  }
  const after = credited(invoice, amount, 0, at);
  await saveCharge(records, invoice, after);
  const { credited_in_cents, total_in_cents } = after.invoice;
  if (credited_in_cents === total_in_cents) await cancelUnpaidCard(records, world, invoice, credit, at);
  return credit;
};
