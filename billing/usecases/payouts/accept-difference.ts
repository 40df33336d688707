import { differenceAccepted } from '../../domain/ledger/payout-movements.ts';
import type { PayoutAcceptance } from '../../domain/payouts/payout.ts';
import { booksOpenSince, type PayoutDeps } from '../../engine/reconciliation/book-payouts.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { type ComparedItem, needComparedItem } from '../../queries/payouts/compared-item.ts';
import { Failure, Invalid } from '../../values/failure.ts';
import { amountText } from '../../values/money/money-text.ts';

const LONGEST_REASON = 500;

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

/** Returns a reason without spaces around it. Throws `Invalid` where it is blank or too long. */
const neededReason = (given: string): string => {
  const reason = given.trim();
  if (reason === '') throw new Invalid([{ field: 'payout.reason', symbol: 'blank' }]);
  if (reason.length > LONGEST_REASON) {
    throw new Invalid([{ field: 'payout.reason', symbol: 'too_long', count: LONGEST_REASON }]);
  }
  return reason;
};

const recordAcceptance = async (
  { records, world }: { readonly records: Records; readonly world: PayoutDeps['world'] },
  caller: Caller,
  action: 'payout.difference_accepted' | 'payout.acceptance_withdrawn',
  { gateway_code, item, currency, dated_at }: ComparedItem,
  accepted: Pick<PayoutAcceptance, 'amount_in_cents' | 'reason'>,
): Promise<PayoutAcceptance> => {
  const acceptance: PayoutAcceptance = {
    ...{ ...accepted, id: world.ids.uuid(), gateway_code, item, currency },
    accepted_at: caller.at,
    accepted_by: caller.actor,
  };
  await records.payouts.accept(acceptance);
  const booked_at = Math.max(dated_at, await booksOpenSince(records));
  await records.ledger.append(differenceAccepted(world, acceptance, booked_at));
  const changes = {
    amount_in_cents: { from: null, to: acceptance.amount_in_cents },
    currency: { from: null, to: currency },
    reason: { from: null, to: acceptance.reason },
  };
  await records.auditLog.append(auditEntry(world, caller, action, `${gateway_code} ${item}`, changes));
  return acceptance;
};

/** Returns the sentence for an item without an open difference. */
const agreeing = ({ gateway_code, item, currency, match, ...accepted }: ComparedItem): string => {
  if (match.result === 'accepted') {
    const amount = amountText(accepted.accepted_in_cents, currency);
    return `The difference of ${item} at ${gateway_code} is accepted already: ${amount}, ${accepted.accepted_reason}`;
  }
  return `${item} at ${gateway_code} does not differ from the books: its result is ${match.result}.`;
};
