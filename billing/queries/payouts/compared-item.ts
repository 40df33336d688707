import { lessAccepted, type MatchedLine, matchLine } from '../../domain/payouts/match-line.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { siteQuery } from '../lists/site-query.ts';
import { comparedTransaction } from './compare.ts';

/** A line, or a payment or refund that no payout has, compared with the other side. */
export interface ComparedItem {
  readonly gateway_code: string;
  readonly item: string;
  readonly currency: string;
  readonly match: MatchedLine;
  /** The amount at the gateway; null where no payout has it. */
  readonly charged_in_cents: number | null;
  readonly accepted_in_cents: number;
  readonly accepted_reason: string | null;
  /** The gateway's reference of the payout; null where no payout has it. */
  readonly payout_reference: string | null;
  /** The date of the payout, or of the payment or refund. */
  readonly dated_at: Seconds;
}

/** Finds what an operator names. Throws `precondition_failed` where the gateway account has no such line or payment. */
export const needComparedItem = async (
  { payouts }: Pick<Records, 'payouts'>,
  gateway_code: string,
  item: string,
): Promise<ComparedItem> => {
  const line = await payouts.comparedLine(gateway_code, item);
  if (line) {
    return {
      ...{ gateway_code, item, currency: line.charged_currency, match: matchLine(line, line.books) },
      charged_in_cents: line.charged_in_cents,
      accepted_in_cents: line.books.accepted_in_cents,
      accepted_reason: line.accepted_reason,
      payout_reference: line.payout_reference,
      dated_at: line.booked_at,
    };
  }
  const transaction = await payouts.unpaidTransaction(gateway_code, item);
  if (!transaction) {
    const unknown = `No payout of ${gateway_code} has a line ${item}, and no payment or refund without a payout has it as its reference.`;
    const what = `${unknown} The report reconciliation has the ids of lines in its column line.`;
    throw new Failure('precondition_failed', { what });
  }
  const { currency, accepted_in_cents, accepted_reason, created_at } = transaction;
  const match = lessAccepted(comparedTransaction(transaction), accepted_in_cents);
  const none = { charged_in_cents: null, payout_reference: null };
  return { ...none, gateway_code, item, currency, match, accepted_in_cents, accepted_reason, dated_at: created_at };
};

/** Returns what an operator names of a gateway account, compared. Throws `precondition_failed` where there is none. */
export const findComparedItem = siteQuery(needComparedItem);
