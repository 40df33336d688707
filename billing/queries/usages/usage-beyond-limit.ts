import { currentPeriod } from '../../domain/subscriptions/periods.ts';
import type { ShownSubscription, SubscriptionAddOnRecord } from '../../domain/subscriptions/record.ts';
import { isBillable } from '../../domain/subscriptions/usage-lines.ts';
import type { Records } from '../../ports/storage.ts';
import type { Issue } from '../../values/failure.ts';
import { MAX_CENTS, MAX_QUANTITY } from '../../values/money/caps.ts';
import { decimal, plus } from '../../values/money/fraction.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import type { Period } from '../../values/periods/period.ts';

interface AddedUsage {
  readonly subscription: ShownSubscription;
  readonly addOn: SubscriptionAddOnRecord;
  /** The billed period that late usage belongs to. */
  readonly late: Period | undefined;
  /** Decimal text: how much the unbilled usage of the period grows. */
  readonly amount: string;
  /** The number of records of the subscription at most, if it is known. */
  readonly records?: number;
}

/** Returns the problem of usage with which the period of its add-on would exceed the limit of an invoice. */
export const usageBeyondLimit = async (
  { usages }: Pick<Records, 'usages'>,
  { subscription, addOn, late, amount, records = Infinity }: AddedUsage,
): Promise<Issue[]> => {
  if (isFarBelow(addOn, records)) return [];
  const { add_on_code } = addOn;
  const period = late ?? currentPeriod(subscription);
  const selection = {
    subscription_id: subscription.uuid,
    add_on_code,
    late: late !== undefined,
    startedAt: period.startedAt,
    endsAt: late?.endsAt ?? null,
  };
  const held = await usages.unbilled(selection);
  const before = late ? (await usages.billed(subscription.uuid, add_on_code, late)).amount : '0';
  const total = { ...held, amount: plainDecimal(plus(decimal(held.amount), decimal(amount))) };
  return isBillable({ addOn, period, selection, total, before })
    ? []
    : [{ field: 'usage.amount', symbol: 'invalid', count: MAX_CENTS }];
};

/** Saves adding the usage up while not even the largest amounts could exceed the limit. */
const isFarBelow = ({ usage_type, unit_amount_in_cents, tiers }: SubscriptionAddOnRecord, records: number): boolean =>
  usage_type !== 'percentage' &&
  Math.max(unit_amount_in_cents ?? 0, ...tiers.map(({ unit }) => unit)) * MAX_QUANTITY * (records + 1) <= MAX_CENTS;
