import { type BrandSlug, ISSUERS, type Issuer, slugOf, TWELVE_UP } from './issuer.ts';

export type { BrandSlug };

/** An issuer, and how its cards are printed. */
export interface Brand extends Omit<Issuer, 'prefixes'> {
  /** Digits per printed group; the rest forms the last group. */
  readonly grouping: readonly number[];
  /** Accepted lengths of the security code. */
  readonly cvvLengths: readonly number[];
}

const FOURS = [4, 4, 4, 4, 3];
const GROUPINGS: { readonly [slug in BrandSlug]?: readonly number[] } = {
  american_express: [4, 6, 5],
  diners_club: [4, 6, 4],
};

const THREE = [3];
const CVV_LENGTHS: { readonly [slug in BrandSlug]?: readonly number[] } = { american_express: [4], unknown: [3, 4] };

const brand = ({ slug, lengths }: Omit<Issuer, 'prefixes'>): Brand => ({
  slug,
  lengths,
  grouping: GROUPINGS[slug] ?? FOURS,
  cvvLengths: CVV_LENGTHS[slug] ?? THREE,
});

export const UNKNOWN_BRAND: Brand = /* @__PURE__ */ brand({ slug: 'unknown', lengths: TWELVE_UP });

export const BRANDS: readonly Brand[] = /* @__PURE__ */ ISSUERS.map(brand);

/** Returns the brand of a card number, as `slugOf` determines it. */
export const brandOf = (digits: string, { partial = false }: { partial?: boolean } = {}): Brand => {
  const found = slugOf(digits, partial);
  return BRANDS.find(({ slug }) => slug === found) ?? UNKNOWN_BRAND;
};
