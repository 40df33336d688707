import { amountTierIssues, isTieredPercentage, sortedPercentages } from '../../../domain/plans/percentage-tiers.ts';
import type { AddOnRecord } from '../../../domain/plans/record.ts';
import { quantityTierIssues } from '../../../domain/plans/tier-shape.ts';
import { usageTermIssues } from '../../../domain/plans/usage-terms.ts';
import type { SubscriptionAddOnRecord } from '../../../domain/subscriptions/record.ts';
import type { RequestedSubscription } from '../../../domain/subscriptions/requested.ts';
import { NO_END } from '../../../resources/add-on.ts';
import type { Issue, IssueReason } from '../../../values/failure.ts';

/** The price of an add-on as a subscription holds it. */
export type AgreedPrice = Pick<
  SubscriptionAddOnRecord,
  'unit_amount_in_cents' | 'usage_percentage' | 'tier_type' | 'tiers' | 'percentage_tiers'
>;

/** An add-on in a request, with prices of its own. */
export type RequestedAddOn = NonNullable<RequestedSubscription['subscription_add_ons']>[number];

/** The kind of price that the plan has for an add-on. */
export type PriceModel = Pick<AddOnRecord, 'add_on_type' | 'tier_type' | 'usage_type'>;

/** The price model of an item, which has no tiers and counts no usage. */
export const FLAT_PRICED: PriceModel = { add_on_type: 'fixed', tier_type: 'flat', usage_type: null };

const flat = (unit_amount_in_cents: number | null, usage_percentage: string | null = null): AgreedPrice => ({
  unit_amount_in_cents,
  usage_percentage,
  tier_type: 'flat',
  tiers: [],
  percentage_tiers: [],
});

/**
 * Returns the price of an add-on after a request: `agreed`, unless the request sets another. An amount or a percentage
 * replaces tiers; `ownPriceIssues` refuses tiers that the add-on cannot have. Undefined if there is no price at all.
 */
export const ownPrice = (
  agreed: AgreedPrice | undefined,
  sent: RequestedAddOn,
  { tier_type, usage_type }: PriceModel,
): AgreedPrice | undefined => {
  const { unit_amount_in_cents: unit, usage_percentage: share, tiers, percentage_tiers } = sent;
  if (tiers?.length) {
    const own = tiers.map(({ ending_quantity, unit_amount_in_cents }) => ({
      ending: ending_quantity ?? NO_END,
      unit: unit_amount_in_cents ?? 0,
    }));
    return { ...flat(null), tier_type, tiers: own.toSorted((one, other) => one.ending - other.ending) };
  }
  if (percentage_tiers?.length) return { ...flat(null), tier_type, percentage_tiers: percentagesOf(percentage_tiers) };
  const percentage = share ?? agreed?.usage_percentage ?? null;
  if (typeof unit === 'number' && unit !== agreed?.unit_amount_in_cents) return flat(unit, percentage);
  if (typeof share !== 'string' || share === agreed?.usage_percentage) return agreed;
  return usage_type === 'percentage' ? flat(null, share) : agreed && { ...agreed, usage_percentage: share };
};

/** Returns the issues of the prices that a request sets for an add-on, and of how it counts usage. */
export const ownPriceIssues = (sent: RequestedAddOn, model: PriceModel, field: string): Issue[] => {
  const { tiers, percentage_tiers, usage_timeframe = null, usage_calculation_type = null } = sent;
  const issue = (name: string, reason: IssueReason): Issue => ({
    field: `${field}.${name}`,
    symbol: 'present',
    reason,
  });
  const byQuantity = model.tier_type !== 'flat' && model.usage_type !== 'percentage';
  const terms = usageTermIssues({ ...model, usage_timeframe, usage_calculation_type }, field);
  if (tiers?.length && !byQuantity) return [...terms, issue('tiers', 'of_tiers')];
  if (percentage_tiers?.length && !isTieredPercentage(model))
    return [...terms, issue('percentage_tiers', 'of_tiered_percentages')];
  return [
    ...terms,
    ...(tiers?.length ? quantityTierIssues(`${field}.tiers`, tiers) : []),
    ...(tiers?.length && typeof sent.unit_amount_in_cents === 'number'
      ? [issue('unit_amount_in_cents', 'priced_otherwise')]
      : []),
    ...(percentage_tiers?.length ? amountTierIssues(`${field}.percentage_tiers`, percentage_tiers) : []),
    ...(percentage_tiers?.length && typeof sent.usage_percentage === 'string'
      ? [issue('usage_percentage', 'of_a_flat_percentage')]
      : []),
  ];
};

/** Returns the price of an add-on of a plan; undefined where it has none in the currency. */
export const listedPrice = (addOn: AddOnRecord, currency: string): AgreedPrice | undefined => {
  const { tier_type, usage_percentage } = addOn;
  if (isTieredPercentage(addOn)) {
    const listed = addOn.percentage_tiers.find((one) => one.currency === currency);
    return listed && { ...flat(null), tier_type, percentage_tiers: percentagesOf(listed.tiers) };
  }
  if (addOn.usage_type === 'percentage') return flat(null, usage_percentage);
  if (tier_type === 'flat') {
    const unit = addOn.unit_amount_in_cents?.[currency];
    return unit === undefined ? undefined : flat(unit);
  }
  const tiers = addOn.tiers.flatMap(({ ending_quantity, unit_amount_in_cents }) => {
    const unit = unit_amount_in_cents[currency];
    return unit === undefined ? [] : [{ ending: ending_quantity, unit }];
  });
  return tiers.length === addOn.tiers.length ? { ...flat(null), tier_type, tiers } : undefined;
};

const percentagesOf = (
  tiers: readonly { readonly ending_amount_in_cents?: number | null; readonly usage_percentage?: string | null }[],
) =>
  sortedPercentages(tiers).map(({ ending_amount_in_cents, usage_percentage }) => ({
    ending: ending_amount_in_cents ?? null,
    percentage: usage_percentage ?? '0',
  }));
