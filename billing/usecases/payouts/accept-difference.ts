import { differenceAccepted } from '../../domain/ledger/payout-movements.ts';
import { lessAccepted, matchLine } from '../../domain/payouts/match-line.ts';
import type { PayoutAcceptance } from '../../domain/payouts/payout.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { comparedTransaction } from '../../queries/payouts/compare.ts';
import { Failure, Invalid } from '../../values/failure.ts';
import type { PayoutDeps } from './record-payouts.ts';

const LONGEST_REASON = 500;

/**
 * Accepts an open difference: of a line, or of a payment or refund that no payout has, named by its reference. The
 * amount leaves or enters cash against `payout_differences`, dated now. Throws `Invalid` without a reason, and
 * `precondition_failed` where nothing differs.
 */
export const acceptDifference =
  ({ storage, world }: PayoutDeps) =>
  async (caller: Caller, gateway_code: string, item: string, given: string): Promise<PayoutAcceptance> => {
    const reason = given.trim();
    if (reason === '') throw new Invalid([{ field: 'payout.reason', symbol: 'blank' }]);
    if (reason.length > LONGEST_REASON) {
      throw new Invalid([{ field: 'payout.reason', symbol: 'too_long', count: LONGEST_REASON }]);
    }
    return storage.transaction(caller.site.id, async (records) => {
      const found = await openDifference(records, gateway_code, item);
      if (!found || found.amount_in_cents === 0) {
        const what = `Nothing about ${item} at ${gateway_code} differs. The report reconciliation shows what does.`;
        throw new Failure('precondition_failed', { what });
      }
      const acceptance: PayoutAcceptance = {
        ...found,
        id: world.ids.uuid(),
        gateway_code,
        item,
        reason,
        accepted_at: caller.at,
        accepted_by: caller.actor,
      };
      await records.payouts.accept(acceptance);
      await records.ledger.append(differenceAccepted(world, acceptance, caller.at));
      const changes = {
        amount_in_cents: { from: null, to: acceptance.amount_in_cents },
        currency: { from: null, to: acceptance.currency },
        reason: { from: null, to: reason },
      };
      await records.auditLog.append(
        auditEntry(world, caller, 'payout.difference_accepted', `${gateway_code} ${item}`, changes),
      );
      return acceptance;
    });
  };

const openDifference = async (
  records: Records,
  gateway_code: string,
  item: string,
): Promise<Pick<PayoutAcceptance, 'amount_in_cents' | 'currency'> | undefined> => {
  const line = await records.payouts.comparedLine(gateway_code, item);
  if (line)
    return { amount_in_cents: matchLine(line, line.books).difference_in_cents, currency: line.charged_currency };
  const transaction = await records.payouts.unpaidTransaction(gateway_code, item);
  if (!transaction) return undefined;
  const { difference_in_cents } = lessAccepted(comparedTransaction(transaction), transaction.accepted_in_cents);
  return { amount_in_cents: difference_in_cents, currency: transaction.currency };
};
