import { allocateRefund } from '../../domain/refunds/allocation.ts';
import { refundLines } from '../../domain/refunds/refund-lines.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { refundableLines } from '../../engine/recording/invoices/refundable-lines.ts';
import { readPaid } from '../../engine/recording/refunds/read-paid.ts';
import { needRefundable } from '../../engine/refunds/draft-invoice-refund.ts';
import { needUndisputed } from '../../engine/refunds/need-undisputed.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import { methodOf, type RefundInput } from '../../resources/refund.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';
import { refundIssues, requestedRefund } from './requested-refund.ts';

/** A part of a refund that goes to one payment. */
export interface PreviewedRepayment {
  /** Undefined: how the money was paid is not recorded. */
  readonly payment: TransactionRecord | undefined;
  readonly amount_in_cents: number;
}

export interface RefundPreview {
  /** All of it, in cents of `currency`. */
  readonly amount_in_cents: number;
  readonly currency: string;
  readonly repayments: readonly PreviewedRepayment[];
  /** The part that becomes credit of the account. */
  readonly credit_in_cents: number;
}

/**
 * Returns the amounts of a refund of an invoice, by the payments that it refunds. Writes nothing. Throws what the
 * refund would: `not_found`, `Invalid`, `invoice_not_refundable`.
 */
export const previewRefund =
  ({ storage }: { readonly storage: Pick<Storage, 'of'> }) =>
  async (
    { site, at }: Pick<Caller, 'site' | 'at'>,
    named: string,
    submitted: Submitted<RefundInput>,
  ): Promise<RefundPreview> => {
    const records = storage.of(site.id);
    const invoice = await needInvoice(records, named);
    refuse(refundIssues(submitted));
    const { value } = submitted;
    needRefundable(invoice);
    const method = methodOf(value);
    const byHand = value.external_refund === true;
    if (method !== 'all_credit' && !byHand) await needUndisputed(records, invoice);
    const { total } = refundLines(invoice, await refundableLines(records, invoice.uuid), requestedRefund(value), at);
    const paid = await readPaid(records, invoice);
    const allocated = allocateRefund(total, invoice.refundable_total_in_cents, paid, method, byHand);
    refuse(allocated.issues);
    const repayments = allocated.legs.map(({ payment, amount }) => ({
      payment: payment?.transaction,
      amount_in_cents: amount,
    }));
    const repaid = repayments.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
    return {
      amount_in_cents: total,
      currency: invoice.currency,
      repayments,
      credit_in_cents: total - repaid,
    };
  };
