import { type AddOn, type AddOnInput, NO_END } from '../../resources/add-on.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue, IssueReason, IssueSymbol } from '../../values/failure.ts';
import { isTieredPercentage, percentageTierIssues } from './percentage-tiers.ts';
import { foreignCurrencyIssues } from './prices.ts';
import { quantityTierIssues } from './tier-shape.ts';
import { usageTermIssues } from './usage-terms.ts';

type Draft = Pick<
  AddOn,
  | 'add_on_type'
  | 'usage_type'
  | 'usage_percentage'
  | 'measured_unit_id'
  | 'unit_amount_in_cents'
  | 'tier_type'
  | 'tiers'
  | 'percentage_tiers'
  | 'usage_timeframe'
  | 'usage_calculation_type'
>;

const named = (name: keyof Draft): string => `add_on.${name}`;

/** The fields that determine which others an add-on needs. */
const TELLING = (['add_on_type', 'usage_type', 'tier_type'] as const).map(named);

/**
 * Returns the issues of an add-on: `sent` has the currencies of the request, `draft` all values, `sold` the currencies
 * of the plan. Values that could not be read, which `issues` lists, lead to no further issue.
 */
export const addOnIssues = (
  site: Pick<Site, 'currencies'>,
  sent: Pick<AddOnInput, 'unit_amount_in_cents' | 'tiers'>,
  draft: Draft,
  issues: readonly Issue[],
  sold: readonly string[],
  held?: Pick<AddOn, 'unit_amount_in_cents' | 'tiers'>,
): Issue[] => {
  const foreign = [
    ...foreignCurrencyIssues(
      site,
      named('unit_amount_in_cents'),
      sent.unit_amount_in_cents,
      held?.unit_amount_in_cents,
    ),
    ...(sent.tiers ?? []).flatMap(({ ending_quantity: end, unit_amount_in_cents: prices }, index) =>
      foreignCurrencyIssues(
        site,
        `${named('tiers')}[${index}].unit_amount_in_cents`,
        prices,
        held?.tiers.find(({ ending_quantity }) => ending_quantity === (end ?? NO_END))?.unit_amount_in_cents,
      ),
    ),
  ];
  const unclear = issues.some(({ field }) => TELLING.includes(field));
  const unread = issues.some(({ field }) => field.startsWith(named('tiers')));
  const found = [
    ...foreign,
    ...(unclear ? [] : [...usageIssues(draft), ...priceIssues(draft)]),
    ...(unread ? [] : tierIssues(draft)),
    ...(unclear ? [] : usageTermIssues(draft, 'add_on')),
    ...(unclear || !isTieredPercentage(draft) ? [] : percentageTierIssues(draft, sold)),
  ];
  return found.filter(({ field }) => !issues.some((issue) => issue.field.startsWith(field)));
};

const finding = (name: keyof Draft, symbol: IssueSymbol, when: boolean, reason?: IssueReason): Issue[] =>
  when ? [{ field: named(name), symbol, ...(reason ? { reason } : {}) }] : [];

const usageIssues = ({ add_on_type, usage_type, usage_percentage, tier_type, measured_unit_id }: Draft): Issue[] => {
  const usage = add_on_type === 'usage';
  const share = usage && usage_type === 'percentage';
  return [
    ...finding('usage_type', 'blank', usage && !usage_type),
    ...finding('usage_type', 'present', !usage && usage_type !== null, 'of_usage'),
    ...finding('measured_unit_id', 'blank', usage && measured_unit_id === null),
    ...finding('measured_unit_id', 'present', !usage && measured_unit_id !== null, 'of_usage'),
    ...finding('usage_percentage', 'blank', share && tier_type === 'flat' && usage_percentage === null),
    ...finding(
      'usage_percentage',
      'present',
      !(share && tier_type === 'flat') && usage_percentage !== null,
      'of_a_flat_percentage',
    ),
  ];
};

/** Requires a percentage, or tiers, or a price. */
const priceIssues = (draft: Draft): Issue[] => {
  const { usage_type, unit_amount_in_cents, tier_type, tiers, percentage_tiers } = draft;
  const share = usage_type === 'percentage';
  const steps = tier_type !== 'flat';
  const shares = isTieredPercentage(draft);
  const priced = Object.keys(unit_amount_in_cents ?? {}).length > 0;
  return [
    ...(share && tier_type === 'stairstep'
      ? [{ field: named('tier_type'), symbol: 'inclusion', choices: ['flat', 'tiered', 'volume'] } as const]
      : []),
    ...finding('unit_amount_in_cents', 'blank', !share && !steps && !priced),
    ...finding('unit_amount_in_cents', 'present', (share || steps) && priced, 'priced_otherwise'),
    ...finding('tiers', 'empty', steps && !share && tiers.length === 0),
    ...finding('tiers', 'present', (!steps || share) && tiers.length > 0, 'of_tiers'),
    ...finding('percentage_tiers', 'empty', shares && percentage_tiers.length === 0),
    ...finding('percentage_tiers', 'present', !shares && percentage_tiers.length > 0, 'of_tiered_percentages'),
  ];
};

/** Exactly one tier has no end, and each has a price in every currency that one of them has. */
const tierIssues = ({ tiers }: Draft): Issue[] => {
  const currencies = [...new Set(tiers.flatMap((tier) => Object.keys(tier.unit_amount_in_cents ?? {})))];
  const unpriced = tiers.flatMap(({ unit_amount_in_cents }, index): Issue[] => {
    const missing = currencies.filter((code) => unit_amount_in_cents?.[code] === undefined);
    const field = `${named('tiers')}[${index}].unit_amount_in_cents`;
    return missing.length > 0 ? [{ field, symbol: 'blank', of: missing.join(', ') }] : [];
  });
  return [...quantityTierIssues(named('tiers'), tiers), ...unpriced];
};
