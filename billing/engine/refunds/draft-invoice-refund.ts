import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { allocateRefund, type Paid } from '../../domain/refunds/allocation.ts';
import { draftRefund, type RefundDraft } from '../../domain/refunds/draft-refund.ts';
import { type RequestedRefund, refundLines } from '../../domain/refunds/refund-lines.ts';
import type { ByHand } from '../../domain/transactions/repayment.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { RefundMethod } from '../../resources/refund.ts';
import { Failure, refuse } from '../../values/failure.ts';
import { refundableGiftCard } from '../recording/gift-cards/gift-card-price.ts';
import { refundableLines } from '../recording/invoices/refundable-lines.ts';
import { needUndisputed } from './need-undisputed.ts';

/** The request of a refund: its scope and its method. */
export interface RequestedInvoiceRefund {
  readonly requested: RequestedRefund;
  readonly method: RefundMethod;
  /** Already made by hand: no gateway is called. */
  readonly byHand: ByHand | null;
  /** Notes for the customer on the credit invoice. */
  readonly notes: string | null;
  readonly declined: RefundDraft['declined'];
  /** The reason of the refund, for the audit log. */
  readonly reason?: string | null;
}

/** Throws `invoice_not_refundable` unless some of the invoice was paid and not refunded. */
export const needRefundable = (invoice: ShownInvoice): void => {
  if (invoice.state !== 'paid' || invoice.refundable_total_in_cents <= 0) {
    throw new Failure('invoice_not_refundable', { value: invoiceName(invoice) });
  }
};

/**
 * Validates a refund against the current invoice, and drafts the records to write. Writes nothing. Throws `Invalid` and
 * `invoice_not_refundable`.
 */
export const draftInvoiceRefund = async (
  world: World,
  caller: Caller,
  records: Records,
  invoice: ShownInvoice,
  paid: Paid,
  { requested, method, byHand, notes, declined, reason = null }: RequestedInvoiceRefund,
): Promise<RefundDraft> => {
  needRefundable(invoice);
  if (method !== 'all_credit' && byHand === null) await needUndisputed(records, invoice);
  const at = caller.at;
  const lines = refundLines(invoice, await refundableLines(records, invoice.uuid), requested, at);
  const { legs, issues } = allocateRefund(
    lines.total,
    invoice.refundable_total_in_cents,
    paid,
    method,
    byHand !== null,
  );
  refuse(issues);
  const idempotency_key = caller.idempotency_key ?? null;
  const gift_card_id = await refundableGiftCard(records, invoice, lines.total);
  const common = { at, actor: caller.actor, idempotency_key, gift_card_id, byHand, declined, reason };
  return draftRefund({ ...common, uuid: world.ids.uuid, notes }, invoice, lines, legs);
};
