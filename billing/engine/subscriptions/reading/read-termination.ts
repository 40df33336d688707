import { type LineRefund, refundableLine } from '../../../domain/adjustments/credit-line.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import { terminationLines } from '../../../domain/refunds/termination-lines.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { TerminationCredit } from '../../../domain/subscriptions/transition.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';

/** The refund of a termination. */
export interface RefundedTermination {
  /** The last invoice of the subscription's term. */
  readonly invoice: ShownInvoice;
  /** Not empty. */
  readonly refunds: readonly LineRefund[];
}

/**
 * Reads the refund of a termination: lines of the subscription on its last invoice. Undefined if that invoice is the
 * credit invoice of a change, is unpaid or from an earlier term, or has nothing left to refund.
 */
export const readTermination = async (
  records: Records,
  { uuid, current_term_started_at }: SubscriptionRecord,
  credit: TerminationCredit,
  at: Seconds,
): Promise<RefundedTermination | undefined> => {
  const invoice = await records.invoices.lastOfSubscription(uuid);
  if (invoice?.type !== 'charge' || invoice.state !== 'paid') return undefined;
  if (invoice.created_at < (current_term_started_at ?? 0)) return undefined;
  const lines = [];
  for (const line of await records.adjustments.onInvoice(invoice.uuid)) {
    if (line.subscription_id !== uuid) continue;
    lines.push(
      refundableLine(line, line.credited_share === null ? [] : await records.adjustments.creditsOf(line.uuid)),
    );
  }
  const refunds = terminationLines(lines, credit, invoice.refundable_total_in_cents, at);
  return refunds.length > 0 ? { invoice, refunds } : undefined;
};
