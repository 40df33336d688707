import { isPastDueOrWaiting, type PayingMethod, paysByItself } from '../../domain/billing-info/wallet.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { collectInvoice } from '../../engine/collections/collect-invoice.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import type { Caller } from '../../ports/caller.ts';
import { Failure, type FailureSymbol } from '../../values/failure.ts';

export interface PaidPastDue {
  /** The first payment that was declined; later invoices keep their scheduled attempts. */
  readonly declined: Declined | undefined;
}

/** Another process makes the attempt, or the invoice is no longer open. */
const TAKEN_OVER: readonly FailureSymbol[] = ['simultaneous_request', 'unable_to_collect'];

/**
 * Makes the attempts that storing a payment method has scheduled for an account's unpaid invoices, oldest first, so
 * that the customer who waits for them sees the outcome. What the method pays as the backup is charged to it.
 * Attempts that a worker has begun are left to it. The key of the request holds the outcome of storing the method: each
 * payment has an intent of its own.
 */
export const payPastDue =
  (deps: CollectDeps) =>
  async ({ idempotency_key: _, ...caller }: Caller, accountId: string, stored: PayingMethod): Promise<PaidPastDue> => {
    const open = await deps.storage.of(caller.site.id).invoices.openCharges(accountId);
    for (const invoice of open.filter((one) => isScheduledNow(one, caller))) {
      const { uuid } = invoice;
      try {
        const collected = await collectInvoice(deps, caller, {
          uuid,
          reason: 'billing_info_updated',
          attempt: caller.at,
          initiator: 'customer',
          alternates: !paysByItself(stored, invoice),
        });
        if (collected.outcome === 'declined') return { declined: collected };
      } catch (error) {
        if (!(error instanceof Failure) || !TAKEN_OVER.includes(error.symbol)) throw error;
      }
    }
    return { declined: undefined };
  };

const isScheduledNow = (invoice: InvoiceRecord, { at }: Pick<Caller, 'at'>): boolean =>
  isPastDueOrWaiting(invoice) && invoice.attempt_next_collection_at === at;
