import type { ByHand } from '../../domain/transactions/repayment.ts';
import { readPaid } from '../../engine/recording/refunds/read-paid.ts';
import type { RefundOutcome } from '../../engine/refunds/carry-out-refund.ts';
import { draftInvoiceRefund } from '../../engine/refunds/draft-invoice-refund.ts';
import { type PreparedRefund, type RefundDeps, refundOnce } from '../../engine/refunds/refund-once.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import { methodOf, type RefundInput } from '../../resources/refund.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';
import { isFuture, type Seconds } from '../../values/time.ts';
import { type InvoiceRefundInput, refundIssues, requestedRefund } from './requested-refund.ts';

/**
 * Refunds an invoice: its remainder, an amount, or lines. A refund that a gateway declines creates nothing but its
 * transaction, unless the site keeps it as credit. A repeated request with the same `Idempotency-Key` returns the
 * earlier refund. `reason`: for the audit log. Throws `not_found`, `Invalid`, `invoice_not_refundable`,
 * `simultaneous_request`.
 */
export const refundInvoice =
  (deps: RefundDeps) =>
  async (
    caller: Caller,
    named: string,
    submitted: Submitted<InvoiceRefundInput>,
    reason: string | null = null,
  ): Promise<RefundOutcome> => {
    const { storage, world } = deps;
    const { site } = caller;
    const found = await needInvoice(storage.of(site.id), named);
    const { value } = submitted;
    refuse([
      ...refundIssues(submitted),
      ...(isFuture(value.refunded_at ?? caller.at, caller.at)
        ? [{ field: 'invoice.refunded_at', symbol: 'invalid' as const, reason: 'in_future' as const }]
        : []),
    ]);

    const prepare = async (records: Records): Promise<PreparedRefund> => {
      const invoice = await needInvoice(records, found.uuid);
      const draft = await draftInvoiceRefund(world, caller, records, invoice, await readPaid(records, invoice), {
        requested: requestedRefund(value),
        method: methodOf(value),
        byHand: value.external_refund ? byHand(value, caller.at) : null,
        notes: value.credit_customer_notes ?? site.customer_notes,
        declined: site.declined_refunds,
        reason,
      });
      return { draft, reserved: null };
    };
    return refundOnce(deps, caller, { subject: found.account_id, gateway_code: '', prepare });
  };

const byHand = ({ payment_method, description, refunded_at }: RefundInput, now: Seconds): ByHand => ({
  payment_method: payment_method ?? 'other',
  description: description || null,
  collected_at: refunded_at ?? now,
});
