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
 * Makes the attempts that storing new billing info has scheduled for an account's past-due invoices, oldest first, so
 * that the customer who waits for them sees the outcome. Attempts that a worker has begun are left to it.
 */
export const payPastDue =
  (deps: CollectDeps) =>
  async (caller: Caller, accountId: string): Promise<PaidPastDue> => {
    const open = await deps.storage.of(caller.site.id).invoices.openCharges(accountId);
    for (const { uuid } of open.filter((invoice) => isScheduledNow(invoice, caller))) {
      try {
        const collected = await collectInvoice(deps, caller, {
          uuid,
          reason: 'billing_info_updated',
          attempt: caller.at,
          initiator: 'customer',
        });
        if (collected.outcome === 'declined') return { declined: collected };
      } catch (error) {
        if (!(error instanceof Failure) || !TAKEN_OVER.includes(error.symbol)) throw error;
      }
    }
    return { declined: undefined };
  };

const isScheduledNow = (
  { state, attempt_next_collection_at: attempt }: InvoiceRecord,
  { at }: Pick<Caller, 'at'>,
): boolean => state === 'past_due' && attempt === at;
