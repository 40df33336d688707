import type { DisputeRecord } from '../../domain/disputes/dispute.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import { asSettled } from '../../domain/transactions/settled.ts';
import type { Caller } from '../../ports/caller.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import { findTransaction } from './transactions.ts';

export interface PaymentParts {
  readonly payment: ShownTransaction;
  /** Refunds of it, oldest first. */
  readonly refunds: readonly ShownTransaction[];
  /** The invoice that it pays or tried to pay. */
  readonly invoice: InvoiceRecord | undefined;
  /** The payment that it refunds. */
  readonly original: ShownTransaction | undefined;
  /** Attempts and payments of the same invoice, oldest first, itself among them. */
  readonly attempts: readonly ShownTransaction[];
  /** The latest first. */
  readonly disputes: readonly DisputeRecord[];
}

/** Returns a transaction with what belongs to it, as it stands at the moment of the caller. Throws `not_found`. */
export const findPaymentParts = (deps: QueryDeps) => {
  const find = findTransaction(deps);
  return async (caller: Pick<Caller, 'site' | 'at'>, uuid: string): Promise<PaymentParts> => {
    const payment = await find(caller, uuid);
    const { transactions, disputes, invoices } = deps.storage.of(caller.site.id);
    const { original_transaction_uuid: refunded, invoice_id } = payment;
    const [refunds, original, attempts, disputed, invoice] = await Promise.all([
      transactions.refundsOf(payment.uuid),
      refunded === null ? undefined : transactions.find(refunded),
      invoice_id === null ? [] : transactions.ofInvoice(invoice_id),
      disputes.ofPayment(payment.uuid),
      invoice_id === null ? undefined : invoices.find(invoice_id),
    ]);
    const settled = (all: readonly ShownTransaction[]) => all.map((one) => asSettled(one, caller.at));
    return { payment, refunds: settled(refunds), original, attempts: settled(attempts), disputes: disputed, invoice };
  };
};
