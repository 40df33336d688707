import { NO_END } from '../../resources/add-on.ts';
import type { Issue } from '../../values/failure.ts';

/** Returns tiers in the order of their ends, because clients may send them in any order. */
export const sortedTiers = <T extends { readonly ending_quantity: number }>(tiers: readonly T[]): readonly T[] =>
  tiers.toSorted((one, other) => one.ending_quantity - other.ending_quantity);

/** The elements with the ends of tiers. */
interface TierEnds {
  /** The ends in the order in which they were sent; null has no end. */
  readonly ends: readonly (number | null)[];
  /** Returns the name of the element with the end of the tier at a place. */
  readonly field: (place: number) => string;
  /** The issue of the last tier where it ends. */
  readonly open: Omit<Issue, 'field'>;
}

/** Returns the issues of the ends of tiers: each ends elsewhere, and exactly one has no end. */
export const tierEndIssues = ({ ends, field, open }: TierEnds): Issue[] => {
  const repeated = ends.flatMap((end, place): Issue[] =>
    ends.indexOf(end) < place ? [{ field: field(place), symbol: 'taken' }] : [],
  );
  if (ends.length === 0 || ends.includes(null)) return repeated;
  const last = ends.indexOf(Math.max(...ends.map(Number)));
  return [...repeated, { field: field(last), ...open }];
};

/** Returns the issues of tiers of quantities, which are named after the list that has them. */
export const quantityTierIssues = (
  list: string,
  tiers: readonly { readonly ending_quantity?: number | null }[],
): Issue[] =>
  tierEndIssues({
    ends: tiers.map(({ ending_quantity: end }) => (end === NO_END || end === undefined ? null : end)),
    field: (place) => `${list}[${place}].ending_quantity`,
    open: { symbol: 'equal_to', count: NO_END },
  });
