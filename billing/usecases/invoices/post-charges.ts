import type { Caller } from '../../caller.ts';
import { awaitingCollection } from '../../engine/orders/awaiting-collection.ts';
import { postedOrder, refuseEmpty } from '../../engine/orders/read-posted-charges.ts';
import { type RecordedOrder, recordOrder } from '../../engine/orders/record-order.ts';
import { reserve } from '../../engine/orders/reserve.ts';
import { type OrderDeps, withOrderInTurn } from '../../engine/orders/with-order.ts';
import { earlierOutcome, recordOutcome } from '../../engine/payments/answered-once.ts';
import { collectInvoice } from '../../engine/payments/collect-invoice.ts';
import { movingMoney } from '../../engine/payments/open-intent.ts';
import { Failure } from '../../failure.ts';
import { needOpenAccount } from '../../queries/accounts/need-account.ts';
import type { PostedInvoiceInput } from '../../resources/posted-invoice.ts';
import type { Submitted } from '../../resources/submitted.ts';

/** Seconds after which due work collects the invoice, if it was not collected here. */
const SECOND_ATTEMPT = 3600;

/**
 * Invoices the pending charges and credits of an account, on an invoice each, and collects the charge. The invoice is
 * recorded first; a declined payment leaves it past due. Pending lines in several currencies: those of the oldest
 * line's currency are invoiced, and posting again takes the next. An invoice has fewer than 6,000 lines, the oldest
 * first. Throws `not_found`, `account_closed`, `will_not_invoice`, `Invalid`, `simultaneous_request`.
 */
export const postCharges =
  (deps: OrderDeps) =>
  async (caller: Caller, account_code: string, sent: Submitted<PostedInvoiceInput>): Promise<RecordedOrder> => {
    const stored = deps.storage.of(caller.site.id);
    const before = await earlierOutcome<RecordedOrder>(stored, caller);
    if (before?.outcome === 'done') return before.value;
    const request = await postedOrder(deps, caller, stored, account_code, sent);
    return withOrderInTurn(deps, caller, request, async (priced, order) => {
      const draft = awaitingCollection(refuseEmpty(priced), caller.at + SECOND_ATTEMPT);
      const recorded = await movingMoney(deps)(caller, draft.account_id, async (records) => {
        await needOpenAccount(records, account_code);
        await reserve(draft, order)(records);
        return recordOutcome(records, caller, await recordOrder(deps.world)(caller, records, draft, {}));
      });
      if (draft.charge?.invoice.attempt_next_collection_at && recorded.charge) {
        await collectNow(deps, caller, recorded.charge);
      }
      return recorded;
    });
  };

const collectNow = async (deps: OrderDeps, caller: Caller, uuid: string): Promise<void> => {
  try {
    // The outcome of the request is the invoice, not what its collection comes to.
    await collectInvoice(deps)({ ...caller, idempotency_key: undefined }, { uuid, reason: 'posted' });
  } catch (error) {
    // The invoice is recorded, whatever kept it from being collected.
    if (!(error instanceof Failure)) throw error;
  }
};
