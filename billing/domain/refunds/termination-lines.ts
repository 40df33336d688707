import { compare, type Fraction, fraction, times } from '../../values/money/fraction.ts';
import { fractionText, readFraction } from '../../values/money/fraction-text.ts';
import { creditableTotal, creditShare, uncredited } from '../../values/price/credit.ts';
import { refundAmount, refundRest } from '../../values/price/refund.ts';
import type { Seconds } from '../../values/time.ts';
import { unitsLeft } from '../adjustments/counted-units.ts';
import { byPlace, type LineRefund, NO_UNITS, type RefundableLine } from '../adjustments/credit-line.ts';
import type { TerminationCredit } from '../subscriptions/transition.ts';

/**
 * Returns the credits that refund a subscription's lines on one invoice when it is terminated: the rest of every line,
 * or the unused share of the plan and of the fixed add-ons.
 *
 * @param refundable cents of the invoice that were paid and not refunded
 */
export const terminationLines = (
  lines: readonly RefundableLine[],
  { proration }: Pick<TerminationCredit, 'proration'>,
  refundable: number,
  at: Seconds,
): LineRefund[] => {
  const refunds = proration === null ? wholeLines(lines) : unusedShares(lines, proration, at);
  const total = refunds.reduce((sum, { credit }) => sum + credit.total, 0);
  return total > refundable ? limitedTo(refundable, refunds) : refunds;
};

const wholeLines = (lines: readonly RefundableLine[]): LineRefund[] =>
  lines
    .filter((line) => creditableTotal(line) > 0)
    .map((line) => ({ line, credit: refundRest(line), units: unitsLeft(line.record) }));

/**
 * Returns the unused share of each line. Setup fees and usage are not charged in advance, and shipping fees are
 * refunded in full or not at all. A prorated line has used up a larger share of its charge. Refunded units are not
 * refunded again.
 */
const unusedShares = (lines: readonly RefundableLine[], unused: Fraction, at: Seconds): LineRefund[] =>
  lines
    .filter(({ record }) => record.origin !== 'shipping_fee' && isInAdvance(record, at))
    .map((line) => {
      const { quantity, computation } = line.record;
      const covered = readFraction(computation?.proration ?? '1/1');
      const ofUnit = times(unused, { numerator: covered.denominator, denominator: covered.numerator });
      const share = times(ofUnit, times(unitsLeft(line.record), fraction(1, quantity)));
      const most = uncredited(line);
      const credit = creditShare(line, compare(share, most) > 0 ? most : share);
      return { line, credit, units: NO_UNITS, ...computationOf(line, unused) };
    })
    .filter(({ credit }) => credit.total > 0);

/**
 * Whether a line was charged in advance. Lines of plans and fixed add-ons have a computation, except those of earlier
 * releases. A postponed period is longer than its line's.
 */
const isInAdvance = ({ computation, end_date }: RefundableLine['record'], at: Seconds): boolean =>
  computation ? computation.usage === undefined : end_date !== null && end_date > at;

/** Returns the computation of a line's credit: the unused share of the price of its whole interval. */
const computationOf = ({ record }: RefundableLine, unused: Fraction): Pick<LineRefund, 'computation'> => {
  if (!record.computation) return {};
  const { interval_unit, interval_length, anchor_at, whole_in_cents } = record.computation;
  return {
    computation: { proration: fractionText(unused), whole_in_cents, interval_unit, interval_length, anchor_at },
  };
};

const limitedTo = (refundable: number, refunds: readonly LineRefund[]): LineRefund[] => {
  const lines = refunds.map(({ line }) => line);
  const credits = refundAmount(lines, refundable, byPlace);
  return lines
    .map((line, place) => ({ line, credit: credits[place]!, units: NO_UNITS }))
    .filter(({ credit }) => credit.total > 0);
};
