import type { PayoutAcceptance } from '../../domain/payouts/payout.ts';
import type { PayoutDeps } from '../../engine/reconciliation/book-payouts.ts';
import { neededReason, recordAcceptance } from '../../engine/reconciliation/record-acceptance.ts';
import type { Caller } from '../../ports/caller.ts';
import { type ComparedItem, needComparedItem } from '../../queries/payouts/compared-item.ts';
import { Failure } from '../../values/failure.ts';
import { amountText } from '../../values/money/money-text.ts';

/**
 * Accepts an open difference: of a line, or of a payment or refund that no payout has, named by its reference. The
 * amount leaves or enters cash against `payout_differences`, with the date of the payout or of the payment, or that of
 * the first open month if its month is closed. Throws `Invalid` without a reason, and `precondition_failed` where
 * nothing is open, with why.
 */
export const acceptDifference =
  ({ storage, world }: PayoutDeps) =>
  async (caller: Caller, gateway_code: string, item: string, given: string): Promise<PayoutAcceptance> => {
    const reason = neededReason(given);
    return storage.transaction(caller.site.id, async (records) => {
      const found = await needComparedItem(records, gateway_code, item);
      const { difference_in_cents } = found.match;
      if (difference_in_cents === 0) throw new Failure('precondition_failed', { what: agreeing(found) });
      return recordAcceptance({ records, world }, caller, 'payout.difference_accepted', found, {
        amount_in_cents: difference_in_cents,
        reason,
      });
    });
  };

/** Returns the sentence for an item without an open difference. */
const agreeing = ({ gateway_code, item, currency, match, ...accepted }: ComparedItem): string => {
  if (match.result === 'accepted') {
    const amount = amountText(accepted.accepted_in_cents, currency);
    return `The difference of ${item} at ${gateway_code} is accepted already: ${amount}, ${accepted.accepted_reason}`;
  }
  return `${item} at ${gateway_code} does not differ from the books: its result is ${match.result}.`;
};
