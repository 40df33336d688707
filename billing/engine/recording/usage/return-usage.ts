import { unitsLeft } from '../../../domain/adjustments/counted-units.ts';
import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { compare, decimalFraction, type Fraction, fraction, plus, times } from '../../../values/money/fraction.ts';
import { plainDecimal } from '../../../values/money/plain-decimal.ts';
import type { Seconds } from '../../../values/time.ts';
import { recordOwnUsage } from './record-own-usage.ts';

/** Usage has nine places; usage of a percentage is whole cents. */
const BILLION = 1_000_000_000n;

/**
 * Records usage that a refund returns, as a negative amount, billed and in the period of the line. Applies only to
 * refunds of units of a usage line, not to refunds of amounts.
 *
 * @param left the units of the line that are left after the refund
 */
export const returnUsage = async (
  records: Pick<Records, 'usages' | 'next' | 'events'>,
  world: Pick<World, 'ids'>,
  line: AdjustmentRecord,
  left: Fraction,
  at: Seconds,
): Promise<void> => {
  const { account_id, subscription_id, product_code, quantity, start_date, uuid } = line;
  const used = line.computation?.usage;
  if (!used || subscription_id === null || product_code === null || compare(left, unitsLeft(line)) >= 0) return;
  // What is left is cut off, not what is returned, so that all returned amounts add up to the amount that was used.
  const amountOf = (units: Fraction): Fraction => {
    const exact = times(decimalFraction(used.amount), times(units, fraction(1, quantity)));
    const scale = used.percentage === null ? BILLION : 1n;
    return fraction((exact.numerator * scale) / exact.denominator, scale);
  };
  const usage = {
    account_id,
    subscription_id,
    add_on_code: product_code,
    usage_type: used.percentage === null ? ('price' as const) : ('percentage' as const),
    unit_amount_in_cents: used.unit,
    usage_percentage: used.percentage,
    tier_type: 'flat' as const,
    tiers: [],
    measured_unit_id: used.measured_unit_id,
    amount: plainDecimal(plus(amountOf(left), times(amountOf(unitsLeft(line)), fraction(-1)))),
    origin: 'refund' as const,
    usage_timestamp: start_date,
    billed_at: at,
    billed_line: uuid,
  };
  await recordOwnUsage(records, world, usage, at);
};
