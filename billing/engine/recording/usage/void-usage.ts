import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { UsageCharge } from '../../../domain/subscriptions/transition.ts';
import { amountOfUsage } from '../../../domain/subscriptions/usage-lines.ts';
import { agreedPrice } from '../../../domain/usages/usage.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { decimalFraction, fraction, plus, times } from '../../../values/money/fraction.ts';
import { plainDecimal } from '../../../values/money/plain-decimal.ts';
import type { Seconds } from '../../../values/time.ts';
import { readUsageCharges } from './read-usage-charge.ts';
import { recordOwnUsage } from './record-own-usage.ts';

/**
 * Voids unbilled usage: records its negative amount for each add-on that was used.
 *
 * @param subscription the record after the transition
 */
export const voidUsage = async (
  records: Pick<Records, 'usages' | 'next' | 'events'>,
  world: Pick<World, 'ids'>,
  subscription: SubscriptionRecord,
  charges: readonly UsageCharge[],
  at: Seconds,
): Promise<void> => {
  const unbilled = await readUsageCharges(records, { before: subscription, after: subscription }, charges);
  for (const used of Map.groupBy(unbilled, ({ addOn }) => addOn).values()) {
    const [{ addOn }] = used as [(typeof used)[number]];
    const total = used.reduce((sum, one) => plus(sum, decimalFraction(amountOfUsage(one))), fraction(0));
    if (total.numerator === 0n) continue;
    const usage = {
      ...agreedPrice(addOn),
      account_id: subscription.account_id,
      subscription_id: subscription.uuid,
      add_on_code: addOn.add_on_code,
      amount: plainDecimal(times(total, fraction(-1))),
      origin: 'termination' as const,
    };
    await recordOwnUsage(records, world, usage, at);
  }
};
