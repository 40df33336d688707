import { type AddOn, type AddOnInput, NO_END } from '../../resources/add-on.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue, IssueSymbol } from '../../values/failure.ts';
import { foreignCurrencyIssues } from './prices.ts';

type Draft = Pick<
  AddOn,
  | 'add_on_type'
  | 'usage_type'
  | 'usage_percentage'
  | 'measured_unit_id'
  | 'unit_amount_in_cents'
  | 'tier_type'
  | 'tiers'
>;

const named = (name: keyof Draft): string => `add_on.${name}`;

/** The fields that determine which others an add-on needs. */
const TELLING = (['add_on_type', 'usage_type', 'tier_type'] as const).map(named);

/**
 * Returns the issues of an add-on: `sent` has the currencies of the request, `draft` all values. Values that could not
 * be read, which `issues` lists, lead to no further issue.
 */
export const addOnIssues = (
  site: Pick<Site, 'currencies'>,
  sent: Pick<AddOnInput, 'unit_amount_in_cents' | 'tiers'>,
  draft: Draft,
  issues: readonly Issue[],
  held?: Pick<AddOn, 'unit_amount_in_cents' | 'tiers'>,
): Issue[] => {
  const foreign = [
    ...foreignCurrencyIssues(
      site,
      named('unit_amount_in_cents'),
      sent.unit_amount_in_cents,
      held?.unit_amount_in_cents,
    ),
    ...(sent.tiers ?? []).flatMap(({ unit_amount_in_cents: prices }, index) =>
      foreignCurrencyIssues(
        site,
        `${named('tiers')}[${index}].unit_amount_in_cents`,
        prices,
        held?.tiers[index]?.unit_amount_in_cents,
      ),
    ),
  ];
  const unclear = issues.some(({ field }) => TELLING.includes(field));
  const unread = issues.some(({ field }) => field.startsWith(named('tiers')));
  const found = [
    ...foreign,
    ...(unclear ? [] : [...usageIssues(draft), ...priceIssues(draft)]),
    ...(unread ? [] : tierIssues(draft)),
  ];
  return found.filter(({ field }) => !issues.some((issue) => issue.field.startsWith(field)));
};

const finding = (name: keyof Draft, symbol: IssueSymbol, when: boolean): Issue[] =>
  when ? [{ field: named(name), symbol }] : [];

const usageIssues = ({ add_on_type, usage_type, usage_percentage, measured_unit_id }: Draft): Issue[] => {
  const usage = add_on_type === 'usage';
  const share = usage && usage_type === 'percentage';
  return [
    ...finding('usage_type', 'blank', usage && !usage_type),
    ...finding('usage_type', 'present', !usage && usage_type !== null),
    ...finding('measured_unit_id', 'blank', usage && measured_unit_id === null),
    ...finding('measured_unit_id', 'present', !usage && measured_unit_id !== null),
    ...finding('usage_percentage', 'blank', share && usage_percentage === null),
    ...finding('usage_percentage', 'present', !share && usage_percentage !== null),
  ];
};

/** Requires a percentage, or tiers, or a price. */
const priceIssues = ({ usage_type, unit_amount_in_cents, tier_type, tiers }: Draft): Issue[] => {
  const share = usage_type === 'percentage';
  const steps = tier_type !== 'flat';
  const priced = Object.keys(unit_amount_in_cents ?? {}).length > 0;
  return [
    ...finding('tier_type', 'present', share && steps),
    ...finding('unit_amount_in_cents', 'blank', !share && !steps && !priced),
    ...finding('unit_amount_in_cents', 'present', (share || steps) && priced),
    ...finding('tiers', 'empty', steps && tiers.length === 0),
    ...finding('tiers', 'present', !steps && tiers.length > 0),
  ];
};

/**
 * Tiers follow one another without a gap to the last one, which has no end, and each has a price in every currency that
 * one of them has.
 */
const tierIssues = ({ tiers }: Draft): Issue[] => {
  const currencies = [...new Set(tiers.flatMap((tier) => Object.keys(tier.unit_amount_in_cents ?? {})))];
  return tiers.flatMap(({ ending_quantity, unit_amount_in_cents }, index): Issue[] => {
    const path = `${named('tiers')}[${index}]`;
    const before = tiers[index - 1]?.ending_quantity ?? 0;
    const last = index === tiers.length - 1;
    const missing = currencies.filter((code) => unit_amount_in_cents?.[code] === undefined);
    const ending = `${path}.ending_quantity`;
    return [
      ...(ending_quantity > before ? [] : [{ field: ending, symbol: 'greater_than', count: before } as const]),
      ...(last && ending_quantity < NO_END ? [{ field: ending, symbol: 'equal_to', count: NO_END } as const] : []),
      ...(missing.length > 0
        ? [{ field: `${path}.unit_amount_in_cents`, symbol: 'blank', of: missing.join(', ') } as const]
        : []),
    ];
  });
};
