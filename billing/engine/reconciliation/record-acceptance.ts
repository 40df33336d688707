import { differenceAccepted } from '../../domain/ledger/payout-movements.ts';
import type { PayoutAcceptance } from '../../domain/payouts/payout.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { ComparedItem } from '../../queries/payouts/compared-item.ts';
import { Invalid } from '../../values/failure.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { booksOpenSince, type PayoutDeps } from './book-payouts.ts';

const LONGEST_REASON = 500;

/** Returns a reason without spaces around it. Throws `Invalid` where it is blank or too long. */
export const neededReason = (given: string): string => {
  const reason = given.trim();
  if (reason === '') throw new Invalid([{ field: 'payout.reason', symbol: 'blank' }]);
  if (reason.length > LONGEST_REASON) {
    throw new Invalid([{ field: 'payout.reason', symbol: 'too_long', count: LONGEST_REASON }]);
  }
  return reason;
};

/**
 * Posts an accepted difference, or the opposite of one, with its entry in the audit log. It is dated like the payout or
 * payment, or with the first open month if that month is closed.
 */
export const recordAcceptance = async (
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
