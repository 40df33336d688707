import { declineCategory } from '../../payments/decline-codes.ts';
import type { Records, TransactionRecord } from '../../ports/records.ts';
import type { ShownInvoice } from '../../ports/selling.ts';
import type { World } from '../../ports/world.ts';
import { creditAgainst, used } from '../../refunding/credit-against.ts';
import { chargeAfter, creditLine, refundableLine } from '../../refunding/credit-line.ts';
import { refundLines } from '../../refunding/refund-lines.ts';
import { invoiceName } from '../../rules/invoice.ts';
import { SETTLEMENT_STEP } from '../../rules/transaction.ts';
import { moneyLost, moneyReceived, moneyReturned } from '../../selling/ledger.ts';
import { blankLine } from '../../selling/lines.ts';
import { paid } from '../../selling/pay-drafts.ts';
import type { Seconds } from '../../time.ts';
import { addInvoice } from '../selling/add-invoice.ts';

export interface Settling {
  readonly records: Records;
  readonly world: Pick<World, 'ids'>;
  /** When it happened. */
  readonly at: Seconds;
}

/** A bank debit has settled: the money is there, and its invoice is paid. Answers the transaction as it is then. */
export const received = async (settling: Settling, payment: TransactionRecord): Promise<TransactionRecord> => {
  const { records, world, at } = settling;
  const invoice = await invoiceOf(records, payment);
  const awaited = invoice?.state === 'processing';
  const settled: TransactionRecord = {
    ...payment,
    status: 'success',
    refundable: awaited,
    settlement_due_at: at + SETTLEMENT_STEP,
    updated_at: at,
  };
  await records.transactions.save(settled);
  if (!invoice) return settled;
  await records.ledger.append(moneyReceived(world, invoice, payment, at));
  if (awaited) await records.invoices.save(paid(invoice, payment.amount_in_cents, at));
  // Given up while the bank took its time: the customer has paid all the same.
  else await keepAsCredit(settling, invoice, payment.amount_in_cents);
  return settled;
};

/** A bank has returned a debit: nothing came of it, and its invoice is past due. */
export const returned = async ({ records, at }: Settling, payment: TransactionRecord): Promise<void> => {
  await records.transactions.save(failed(payment, 'ach_return', at));
  const invoice = await invoiceOf(records, payment);
  if (invoice?.state === 'processing') await records.invoices.save({ ...invoice, state: 'past_due', updated_at: at });
};

/**
 * A bank has taken a debit back that had settled: the invoice stays paid, and a credit invoice shows what went back (reference "payments", section 9.4). What was given
 * back before cannot be credited again, and is lost.
 */
export const chargedBack = async (settling: Settling, payment: TransactionRecord): Promise<void> => {
  const { records, world, at } = settling;
  await records.transactions.save({
    ...payment,
    status: 'void',
    voidable: false,
    refundable: false,
    message: 'Charged back by the bank',
    settlement_due_at: null,
    updated_at: at,
  });
  const invoice = await invoiceOf(records, payment);
  if (!invoice) return;
  const amount = Math.min(payment.amount_in_cents, invoice.refundable_total_in_cents);
  if (amount > 0) await creditBack(settling, invoice, payment, amount);
  const lost = payment.amount_in_cents - amount;
  if (lost > 0) await records.ledger.append(moneyLost(world, invoice, payment, lost, at));
};

const creditBack = async (
  { records, world, at }: Settling,
  invoice: ShownInvoice,
  payment: TransactionRecord,
  amount: number,
): Promise<void> => {
  const charges = await records.adjustments.onInvoice(invoice.uuid);
  const lines = [];
  for (const line of charges) lines.push(refundableLine(line, await records.adjustments.creditsOf(line.uuid)));
  const back = refundLines(invoice, lines, { kind: 'amount', amount, path: '', afterLines: true }, at);
  const credited = back.refunds.map((refund) => creditLine(world.ids.uuid(), at, refund));
  const about = { uuid: world.ids.uuid, at, origin: 'external_refund', notes: invoice.customer_notes } as const;
  const credit = await addInvoice(records, world, used(creditAgainst(about, invoice, credited), at));
  await records.ledger.append(moneyReturned(world, credit, { ...payment, amount_in_cents: amount }, at));
  for (const refund of back.refunds) {
    await records.adjustments.save({ ...refund.line.record, ...chargeAfter(refund, back.whole), updated_at: at });
  }
  const refundable_total_in_cents = invoice.refundable_total_in_cents - amount;
  await records.invoices.save({ ...invoice, refundable_total_in_cents, updated_at: at });
};

const keepAsCredit = async ({ records, world, at }: Settling, invoice: ShownInvoice, amount: number): Promise<void> => {
  const { account_id, currency } = invoice;
  const uuid = world.ids.uuid;
  const line = {
    ...blankLine({ uuid, at, account_id, currency }),
    type: 'credit' as const,
    origin: 'credit' as const,
    description: `Payment for invoice ${invoiceName(invoice)}`,
    unit_amount_in_cents: 0 - amount,
    total_in_cents: 0 - amount,
    credit_reason_code: 'general' as const,
  };
  const about = { uuid, at, origin: 'external_credit', notes: invoice.customer_notes } as const;
  await addInvoice(records, world, creditAgainst(about, invoice, [line]));
};

/** A payment or a refund that came to nothing after all. */
export const failed = (payment: TransactionRecord, error_code: string, at: Seconds): TransactionRecord => ({
  ...payment,
  status: 'failed',
  transaction_error: { error_code, error_category: declineCategory(error_code), gateway_error_code: null },
  settlement_due_at: null,
  updated_at: at,
});

const invoiceOf = async (
  { invoices }: Pick<Records, 'invoices'>,
  { invoice_id }: TransactionRecord,
): Promise<ShownInvoice | undefined> => (invoice_id === null ? undefined : invoices.find(invoice_id));
