import type { Caller } from '../../caller.ts';
import { Failure } from '../../failure.ts';
import { type CollectDeps, collectInvoice } from './collect-invoice.ts';

/**
 * Collects every past-due invoice of an account that is collected automatically, oldest first, because it has new billing info (reference "lifecycles",
 * section 1). One that is refused keeps the others from nothing.
 */
export const collectPastDue =
  (deps: CollectDeps) =>
  async (caller: Caller, accountId: string): Promise<void> => {
    const open = await deps.storage.of(caller.site.id).invoices.openCharges(accountId);
    const owed = open.filter(
      ({ state, collection_method }) => state === 'past_due' && collection_method === 'automatic',
    );
    for (const { uuid } of owed) {
      try {
        await collectInvoice(deps)(caller, { uuid, reason: 'billing_info_updated' });
      } catch (error) {
        // The billing info is stored; an invoice that somebody else changes just now does not take that back.
        if (!(error instanceof Failure)) throw error;
      }
    }
  };
