import { blankLine } from '../../../domain/adjustments/line.ts';
import { paid } from '../../../domain/invoices/balance.ts';
import { creditAgainst } from '../../../domain/invoices/credit-invoice.ts';
import { invoiceName } from '../../../domain/invoices/invoice-name.ts';
import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import type { InvoiceRecord, ShownInvoice } from '../../../domain/invoices/record.ts';
import { moneyReceived } from '../../../domain/ledger/movements.ts';
import { transactionErrorOf } from '../../../domain/payments/decline-codes.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import { SETTLEMENT_STEP } from '../../../domain/transactions/transaction.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';
import { type CreditContext, releaseCredit } from '../credit/undo-use.ts';
import { awaitingBackup } from '../dunning/invoice-methods.ts';
import { pastDue } from '../dunning/past-due.ts';
import { saveCharge } from '../events/save-charge.ts';
import { awaitSettlement } from '../gift-cards/await-settlement.ts';
import { convertGifts } from '../gift-cards/convert-gifts.ts';
import { keepRedeemedPrice } from '../gift-cards/gift-card-price.ts';
import { addInvoice } from '../invoices/add-invoice.ts';

/**
 * Records that a bank debit has settled, and its invoice is paid: credit for the invoice that had to pay its balance
 * meanwhile becomes credit of the account. If the invoice was closed meanwhile, the payment becomes credit. Returns the
 * settled transaction.
 */
export const received = async (settling: CreditContext, payment: TransactionRecord): Promise<TransactionRecord> => {
  const { records, world, at } = settling;
  const invoice = await invoiceOf(records, payment);
  const awaited = invoice?.state === 'processing';
  if (invoice) {
    await records.ledger.append(moneyReceived(world, invoice, payment, at));
    await convertGifts(records, invoice.uuid, at);
  }
  if (awaited) {
    await saveCharge(records, invoice, await settledBy(settling, invoice, payment.amount_in_cents));
    await keepRedeemedPrice(records, invoice, at);
  }
  // The invoice was closed before the bank settled the debit, but the customer has paid.
  const credit = invoice && !awaited ? await keepAsCredit(settling, invoice, payment.amount_in_cents) : undefined;
  const settled: TransactionRecord = {
    ...payment,
    invoice_id: credit?.uuid ?? payment.invoice_id,
    status: 'success',
    refundable: awaited,
    settlement_due_at: at + SETTLEMENT_STEP,
    updated_at: at,
  };
  await records.transactions.save(settled);
  records.events.say({ type: 'successful_payment', transaction: settled });
  return settled;
};

/** Settles an invoice by its debit. Meanwhile the invoice may have been credited, or credit that paid it recalled. */
const settledBy = async (
  settling: CreditContext,
  invoice: ShownInvoice,
  amount: number,
): Promise<MovedInvoice<ShownInvoice>> => {
  const { records, at } = settling;
  const over = Math.max(0, amount - invoice.balance_in_cents);
  const released = over > 0 ? await releaseCredit(settling, invoice, over) : 0;
  const after = paid({ ...invoice, balance_in_cents: invoice.balance_in_cents + released }, amount, at);
  if (after.invoice.state !== 'processing') return after;
  const due = await pastDue(records, after.invoice, at);
  return { invoice: due.invoice, events: [...after.events, ...due.events] };
};

/**
 * Records that a bank has returned a debit: the payment failed, and its invoice is past due and in dunning, unless it
 * was credited meanwhile.
 */
export const returned = async ({ records, at }: CreditContext, payment: TransactionRecord): Promise<void> => {
  const transaction = failed(payment, 'ach_return', at);
  await records.transactions.save(transaction);
  records.events.say({ type: 'failed_payment', transaction });
  const invoice = await invoiceOf(records, payment);
  if (invoice?.state !== 'processing') return;
  const isCredited = invoice.balance_in_cents === 0;
  const backup = isCredited ? undefined : await awaitingBackup(records, invoice, at);
  if (backup) {
    await records.invoices.save(backup);
    records.due.wake();
  } else {
    await saveCharge(records, invoice, isCredited ? paid(invoice, 0, at) : await pastDue(records, invoice, at));
  }
  if (!isCredited) await awaitSettlement(records, invoice, at);
};

const keepAsCredit = async (
  { records, world, at }: CreditContext,
  invoice: ShownInvoice,
  amount: number,
): Promise<InvoiceRecord> => {
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
  return addInvoice(records, world, creditAgainst(about, invoice, [line]));
};

/** Returns a payment or a refund as failed. */
export const failed = (
  payment: TransactionRecord,
  error_code: string,
  at: Seconds,
  gateway_error_code: string | null = null,
): TransactionRecord => ({
  ...payment,
  status: 'failed',
  transaction_error: transactionErrorOf(error_code, gateway_error_code),
  settlement_due_at: null,
  updated_at: at,
});

/** Returns the invoice that a transaction paid or refunded. */
export const invoiceOf = async (
  { invoices }: Pick<Records, 'invoices'>,
  { invoice_id }: TransactionRecord,
): Promise<ShownInvoice | undefined> => (invoice_id === null ? undefined : invoices.find(invoice_id));
