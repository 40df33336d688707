import { lessAccepted, type MatchedLine, matchLine, OPEN_MATCHES } from '../../domain/payouts/match-line.ts';
import type { ReportPeriod } from '../../domain/reports/report.ts';
import type { ComparedLine, PayoutSums, UnpaidTransaction } from '../../ports/payouts.ts';
import type { Records } from '../../ports/storage.ts';
import { DAY, type Seconds } from '../../values/time.ts';
import { everyPage } from '../lists/every-page.ts';

/** Records that are read together. */
const TOGETHER = 1000;

/**
 * The time in which a gateway has to pay a payment or refund out, in seconds, counted from it to the latest charge that
 * the gateway has paid out. A bank debit settles days after it was made.
 */
export const PAYOUT_GRACE: Seconds = 14 * DAY;

type PayoutReader = Pick<Records, 'payouts'>;

/** Returns the payouts that are dated in a period, the oldest first, in memory a page at a time. */
export const payoutsIn = ({ payouts }: PayoutReader, period: ReportPeriod): AsyncGenerator<PayoutSums, void> =>
  everyPage((after, limit) => payouts.dated(period, after, limit), TOGETHER);

/** A line of a payout, compared with the books. */
export type LineWithMatch = { readonly line: ComparedLine; readonly match: MatchedLine };

/** A payment or refund that no payout has. */
export type UnpaidWithMatch = { readonly transaction: UnpaidTransaction; readonly match: MatchedLine };

/** Returns the lines of the payouts that are dated in a period, compared with the books. */
export async function* comparedLines(
  { payouts }: PayoutReader,
  period: ReportPeriod,
): AsyncGenerator<LineWithMatch, void> {
  const lines = everyPage<ComparedLine>((after, limit) => payouts.compared(period, after, limit), TOGETHER);
  for await (const line of lines) yield { line, match: matchLine(line, line.books) };
}

/** Returns the payments and refunds of a period that should be in a payout and are in none. */
export async function* unpaidTransactions(
  { payouts }: PayoutReader,
  period: ReportPeriod,
): AsyncGenerator<UnpaidWithMatch, void> {
  const unpaid = everyPage<UnpaidTransaction>(
    (after, limit) => payouts.unpaid(period, PAYOUT_GRACE, after, limit),
    TOGETHER,
  );
  for await (const transaction of unpaid) {
    yield { transaction, match: lessAccepted(comparedTransaction(transaction), transaction.accepted_in_cents) };
  }
}

/** Compares a payment or refund that no payout has: cash has it, and no gateway is known to hold it. */
export const comparedTransaction = ({ action, amount_in_cents }: UnpaidTransaction): MatchedLine => {
  const booked_in_cents = action === 'refund' ? -amount_in_cents : amount_in_cents;
  return { result: 'only_here', booked_in_cents, difference_in_cents: -booked_in_cents };
};

const isOpen = ({ result }: MatchedLine): boolean => OPEN_MATCHES.has(result);

/** Counts the differences of a period that need a person. */
export const countOpenDifferences = async (records: PayoutReader, period: ReportPeriod): Promise<number> => {
  let count = await countUnpaid(records, period);
  for await (const { match } of comparedLines(records, period)) count += isOpen(match) ? 1 : 0;
  return count;
};

const countUnpaid = async (records: PayoutReader, period: ReportPeriod): Promise<number> => {
  let count = 0;
  for await (const { match } of unpaidTransactions(records, period)) count += isOpen(match) ? 1 : 0;
  return count;
};

/**
 * Counts the differences of the months before a moment that opened after those months were closed: of a payment that no
 * payout has had by now, and of a line whose acceptance was withdrawn since.
 */
export const countOpenedSince = async (records: PayoutReader, before: Seconds): Promise<number> => {
  let count = await countUnpaid(records, { from: 0, to: before });
  for (const { gateway_code, item } of await records.payouts.acceptedSince(before)) {
    const line = await records.payouts.comparedLine(gateway_code, item);
    if (line && line.booked_at < before && isOpen(matchLine(line, line.books))) count += 1;
  }
  return count;
};
