import { collectInvoice } from '../../engine/collections/collect-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { awaitingCollection } from '../../engine/orders/drafting/awaiting-collection.ts';
import { subjectOf } from '../../engine/orders/drafting/order-subject.ts';
import { postedOrder, refuseEmpty } from '../../engine/orders/reading/read-posted-charges.ts';
import { type RecordedOrder, reserveAndRecordOrder } from '../../engine/orders/record-order.ts';
import { type OrderDeps, withQueuedOrder } from '../../engine/orders/with-order.ts';
import { earlierOutcome, recordOutcome } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import { needOpenAccount } from '../../queries/accounts/accounts.ts';
import type { PostedInvoiceInput } from '../../resources/posted-invoice.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure } from '../../values/failure.ts';

/** Seconds after which due work collects the invoice, if it was not collected here. */
const SECOND_ATTEMPT = 3600;

/**
 * Invoices the pending charges and credits of an account and of the children that are billed to it, each on an invoice
 * of its own, and collects the charge invoice. The invoice is recorded first; a declined payment leaves it past due. An
 * invoice takes fewer than 6,000 lines, the oldest first. Throws `not_found`, `account_closed`, `will_not_invoice`,
 * `Invalid`, `simultaneous_request`.
 */
export const postCharges =
  (deps: OrderDeps) =>
  async (caller: Caller, account_code: string, sent: Submitted<PostedInvoiceInput>): Promise<RecordedOrder> => {
    const stored = deps.storage.of(caller.site.id);
    const before = await earlierOutcome<RecordedOrder>(stored, caller);
    if (before?.outcome === 'done') return before.value;
    const request = await postedOrder(deps, caller, stored, account_code, sent);
    return withQueuedOrder(deps, caller, request, async (priced, order) => {
      const draft = awaitingCollection(refuseEmpty(priced), caller.at + SECOND_ATTEMPT);
      const recorded = await recordInQueue(deps, caller, subjectOf(draft), async (records) => {
        await needOpenAccount(records, account_code);
        const posted = await reserveAndRecordOrder(deps.world, caller, records, { draft, order }, {});
        return recordOutcome(records, caller, posted);
      });
      if (draft.charge?.invoice.attempt_next_collection_at && recorded.charge) {
        await collectNow(deps, caller, recorded.charge);
      }
      return recorded;
    });
  };

const collectNow = async (deps: OrderDeps, caller: Caller, uuid: string): Promise<void> => {
  try {
    // The outcome of the request is the invoice, not the result of its collection.
    await collectInvoice(deps, { ...caller, idempotency_key: undefined }, { uuid, reason: 'posted' });
  } catch (error) {
    // The invoice is recorded even if it could not be collected.
    if (!(error instanceof Failure)) throw error;
  }
};
