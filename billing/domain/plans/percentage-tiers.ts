import type { AddOn } from '../../resources/add-on.ts';
import type { Issue } from '../../values/failure.ts';
import { tierEndIssues } from './tier-shape.ts';

/** Whether an add-on charges a percentage that depends on the amount. */
export const isTieredPercentage = ({ usage_type, tier_type }: Pick<AddOn, 'usage_type' | 'tier_type'>): boolean =>
  usage_type === 'percentage' && (tier_type === 'tiered' || tier_type === 'volume');

/** Returns the issues of the percentages of an add-on: a list of tiers for each currency of the plan. */
export const percentageTierIssues = (
  { percentage_tiers }: Pick<AddOn, 'percentage_tiers'>,
  sold: readonly string[],
): Issue[] => {
  const field = 'add_on.percentage_tiers';
  const given = percentage_tiers.map(({ currency }) => currency);
  const missing = sold.filter((currency) => !given.includes(currency));
  return [
    ...(given.length > 0 && missing.length > 0 ? [{ field, symbol: 'blank', of: missing.join(', ') } as const] : []),
    ...percentage_tiers.flatMap(({ currency, tiers }, place): Issue[] => {
      const path = `${field}[${place}]`;
      const unsold = currency && !sold.includes(currency);
      return [
        ...(unsold ? [{ field: `${path}.currency`, symbol: 'inclusion', choices: sold } as const] : []),
        ...(given.indexOf(currency) < place ? [{ field: `${path}.currency`, symbol: 'taken' } as const] : []),
        ...(tiers && tiers.length > 0
          ? amountTierIssues(`${path}.tiers`, tiers)
          : [{ field: `${path}.tiers`, symbol: 'empty' } as const]),
      ];
    }),
  ];
};

/** Returns the issues of tiers of amounts, which are named after the list that has them. */
export const amountTierIssues = (
  list: string,
  tiers: readonly { readonly ending_amount_in_cents?: number | null }[],
): Issue[] =>
  tierEndIssues({
    ends: tiers.map(({ ending_amount_in_cents }) => ending_amount_in_cents ?? null),
    field: (place) => `${list}[${place}].ending_amount_in_cents`,
    open: { symbol: 'present', reason: 'last_tier' },
  });

/** Returns tiers in the order of their ends. */
export const sortedPercentages = <T extends { readonly ending_amount_in_cents?: number | null }>(
  tiers: readonly T[],
): readonly T[] => tiers.toSorted((one, other) => endOf(one) - endOf(other));

const endOf = ({ ending_amount_in_cents }: { readonly ending_amount_in_cents?: number | null }): number =>
  ending_amount_in_cents ?? Number.MAX_SAFE_INTEGER;

/** Returns the percentages of an add-on with the tiers of each currency in order. */
export const sortedByCurrency = (all: AddOn['percentage_tiers']): AddOn['percentage_tiers'] =>
  all.map(({ currency, tiers }) => ({ currency, tiers: sortedPercentages(tiers) }));
