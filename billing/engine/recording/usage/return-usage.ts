import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { decimalFraction, fraction, times } from '../../../values/money/fraction.ts';
import { plainDecimal } from '../../../values/money/plain-decimal.ts';
import type { Seconds } from '../../../values/time.ts';
import { recordOwnUsage } from './record-own-usage.ts';

/**
 * Records usage that a refund returns, as a negative amount, billed and in the period of the line. Applies only to
 * refunds of units of a usage line, not to refunds of amounts.
 */
export const returnUsage = async (
  records: Pick<Records, 'usages' | 'next' | 'events'>,
  world: Pick<World, 'ids'>,
  line: AdjustmentRecord,
  units: number,
  at: Seconds,
): Promise<void> => {
  const { account_id, subscription_id, product_code, quantity, start_date, uuid } = line;
  const used = line.computation?.usage;
  if (!used || units <= 0 || subscription_id === null || product_code === null) return;
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
    amount: plainDecimal(times(decimalFraction(used.amount), fraction(-units, quantity))),
    origin: 'refund' as const,
    usage_timestamp: start_date,
    billed_at: at,
    billed_line: uuid,
  };
  await recordOwnUsage(records, world, usage, at);
};
