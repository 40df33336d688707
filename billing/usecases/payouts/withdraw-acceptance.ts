import type { PayoutAcceptance } from '../../domain/payouts/payout.ts';
import type { PayoutDeps } from '../../engine/reconciliation/book-payouts.ts';
import { neededReason, recordAcceptance } from '../../engine/reconciliation/record-acceptance.ts';
import type { Caller } from '../../ports/caller.ts';
import { needComparedItem } from '../../queries/payouts/compared-item.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Withdraws what was accepted of a line, or of a payment or refund that no payout has: the opposite amount is posted,
 * dated like an acceptance of today, and the difference is open again. Throws `Invalid` without a reason, and
 * `precondition_failed` where nothing is accepted.
 */
export const withdrawAcceptance =
  ({ storage, world }: PayoutDeps) =>
  async (caller: Caller, gateway_code: string, item: string, given: string): Promise<PayoutAcceptance> => {
    const reason = neededReason(given);
    return storage.transaction(caller.site.id, async (records) => {
      const found = await needComparedItem(records, gateway_code, item);
      if (found.accepted_in_cents === 0) {
        const what = `Nothing of ${item} at ${gateway_code} is accepted, so there is nothing to withdraw.`;
        throw new Failure('precondition_failed', { what });
      }
      return recordAcceptance({ records, world }, caller, 'payout.acceptance_withdrawn', found, {
        amount_in_cents: -found.accepted_in_cents,
        reason,
      });
    });
  };
