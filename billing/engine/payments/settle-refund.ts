import { restored } from '../../invoices/pay-drafts.ts';
import type { ShownInvoice } from '../../invoices/record.ts';
import { moneyCameBack } from '../../ledger/movements.ts';
import type { Records } from '../../ports/storage.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { refreshPayment } from '../refunds/refresh-payment.ts';
import { failed, type Settling } from './settle-debit.ts';
import { saveCredit } from './use-credit.ts';

/** Money has arrived that was given back to a bank account. It left the credit invoice when it was sent. */
export const refundArrived = async ({ records, at }: Settling, refund: TransactionRecord): Promise<void> => {
  await records.transactions.save({ ...refund, status: 'success', settlement_due_at: null, updated_at: at });
  const credit = await creditOf(records, refund);
  if (credit) await saveCredit(records, await decided(records, credit, at));
};

/** A bank has refused money that was given back: it is the customer's credit again. */
export const refundReturned = async ({ records, world, at }: Settling, refund: TransactionRecord): Promise<void> => {
  await records.transactions.save(failed(refund, 'ach_credit_return', at));
  await refreshPayment(records, refund.original_transaction_uuid ?? '', at);
  const credit = await creditOf(records, refund);
  if (!credit) return;
  await saveCredit(records, await decided(records, restored(credit, refund.amount_in_cents, at), at));
  await records.ledger.append(moneyCameBack(world, credit, refund, at));
};

/**
 * A credit invoice once one of its refunds is decided: processing while another is under way, then open as long as
 * something is left.
 */
const decided = async (
  { transactions }: Pick<Records, 'transactions'>,
  credit: ShownInvoice,
  at: number,
): Promise<ShownInvoice> => {
  const underWay = (await transactions.ofInvoice(credit.uuid)).some(
    ({ status }) => status === 'scheduled' || status === 'processing',
  );
  if (underWay) return credit;
  const left = credit.balance_in_cents < 0;
  return { ...credit, state: left ? 'open' : 'closed', closed_at: left ? null : at, updated_at: at };
};

/** The credit invoice that money goes back out of, if need be by the credit that was turned into it. */
const creditOf = async (
  { invoices, creditPayments }: Records,
  { uuid, invoice_id }: TransactionRecord,
): Promise<ShownInvoice | undefined> => {
  const id = invoice_id ?? (await creditPayments.ofRefund(uuid))?.original_invoice_id;
  return id === undefined ? undefined : invoices.find(id);
};
