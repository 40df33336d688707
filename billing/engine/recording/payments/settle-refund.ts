import { refundsDecided, restored } from '../../../domain/invoices/balance.ts';
import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import { moneyCameBack } from '../../../domain/ledger/movements.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import { isBankDebit } from '../../../values/bank/debits.ts';
import type { Seconds } from '../../../values/time.ts';
import type { CreditContext } from '../credit/undo-use.ts';
import { saveCredit } from '../credit/use-credit.ts';
import { refreshPayment } from '../refunds/refresh-payment.ts';
import { failed } from './settle-debit.ts';

/** Records that a refund has arrived at a bank account. Its amount left the credit invoice when it was sent. */
export const refundArrived = async ({ records, at }: CreditContext, refund: TransactionRecord): Promise<void> => {
  await records.transactions.save({ ...refund, status: 'success', settlement_due_at: null, updated_at: at });
  const credit = await creditOf(records, refund);
  if (credit) await saveCredit(records, credit, await decided(records, { invoice: credit, events: [] }, at));
};

/**
 * Records that a refund has failed after it was sent: its amount is the customer's credit again. `reason`: the
 * gateway's code.
 */
export const refundReturned = async (
  { records, world, at }: CreditContext,
  refund: TransactionRecord,
  reason: string | null = null,
): Promise<void> => {
  const error_code = isBankDebit(refund.type) ? 'ach_credit_return' : 'transaction_failed_to_settle';
  const transaction = failed(refund, error_code, at, reason);
  await records.transactions.save(transaction);
  records.events.say({ type: 'transaction_status_updated', transaction });
  await refreshPayment(records, refund.original_transaction_uuid ?? '', at);
  const credit = await creditOf(records, refund);
  if (!credit) return;
  await saveCredit(records, credit, await decided(records, restored(credit, refund.amount_in_cents, at), at));
  await records.ledger.append(moneyCameBack(world, credit, refund, at));
};

/**
 * Returns a credit invoice after one of its refunds has settled or failed: processing while another one is in progress,
 * then open as long as it has a balance. `moved`: with the amount of a failed one.
 */
const decided = async (
  { transactions }: Pick<Records, 'transactions'>,
  moved: MovedInvoice<ShownInvoice>,
  at: Seconds,
): Promise<MovedInvoice<ShownInvoice>> => {
  const underWay = (await transactions.ofInvoice(moved.invoice.uuid)).some(
    ({ status }) => status === 'scheduled' || status === 'processing',
  );
  if (underWay) return moved;
  const after = refundsDecided(moved.invoice, at);
  return { invoice: after.invoice, events: [...moved.events, ...after.events] };
};

/** Returns the credit invoice that a refund was paid from, directly or through credit that was turned into money. */
const creditOf = async (
  { invoices, creditPayments }: Records,
  { uuid, invoice_id }: TransactionRecord,
): Promise<ShownInvoice | undefined> => {
  const id = invoice_id ?? (await creditPayments.ofRefund(uuid))?.original_invoice_id;
  return id === undefined ? undefined : invoices.find(id);
};
