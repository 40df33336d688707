/** The brand names that the browser library reports in `change` and token answers. */
export type BrandSlug =
  | 'visa'
  | 'master'
  | 'american_express'
  | 'discover'
  | 'diners_club'
  | 'jcb'
  | 'maestro'
  | 'union_pay'
  | 'elo'
  | 'hipercard'
  | 'tarjeta_naranja'
  | 'unknown';

/** The first digits of a brand's numbers, and their lengths. */
export interface Issuer {
  readonly slug: BrandSlug;
  /**
   * Leading digits, a range or a single prefix, separated by blanks. A range ends with the digits that change:
   * `650405-39` goes to 650439. The longest matching prefix decides, of the brands that have numbers of that length.
   */
  readonly prefixes: string;
  /** Complete lengths, ascending. */
  readonly lengths: readonly number[];
}

const SIXTEEN = [16];
const SIXTEEN_UP = [16, 17, 18, 19];
export const TWELVE_UP: readonly number[] = [12, 13, 14, 15, ...SIXTEEN_UP];

const row = (slug: BrandSlug, prefixes: string, lengths: readonly number[]): Issuer => ({ slug, prefixes, lengths });

/** Public issuer ranges. They change several times a year: change this table and its test, never the code below. */
export const ISSUERS: readonly Issuer[] = /* @__PURE__ */ (() => [
  row('visa', '4', [13, 16, 19]),
  row('master', '51-5 2221-720', SIXTEEN),
  row('american_express', '34 37', [15]),
  row('discover', '6011 644-9 6500-99', SIXTEEN_UP),
  row('diners_club', '300-5 36 38', [14]),
  row('jcb', '3528-89', SIXTEEN),
  row('union_pay', '620-9 8100-71', SIXTEEN_UP),
  row(
    'elo',
    '401178-9 431274 438935 451416 457393 457631-2 504175 506699-778 509 627780 636297 636368 650031-3 650035-51 650405-39 650485-538 650541-98 650700-18 650720-7 650901-78 651652-79 655000-19 655021-58',
    SIXTEEN,
  ),
  row('hipercard', '606282 3841', SIXTEEN_UP),
  row('tarjeta_naranja', '589562', SIXTEEN_UP),
  row('maestro', '50 56-8 6', TWELVE_UP),
])();

/** The parsed ranges, the longest first: parsed once, because every token of the server needs a brand. */
const RANGES = /* @__PURE__ */ (() =>
  ISSUERS.flatMap((issuer) =>
    issuer.prefixes.split(' ').map((range) => {
      const [low = '', end = ''] = range.split('-');
      return { ...issuer, low, high: low.slice(0, low.length - end.length) + end };
    }),
  ).sort((a, b) => b.low.length - a.low.length))();

/**
 * Returns the brand of a card number given as digits only, `unknown` for anything else. Without `partial` both prefix
 * and total length must fit; with it, the digits typed so far must point to one brand.
 */
export const slugOf = (digits: string, partial = false): BrandSlug => {
  if (!/^\d+$/.test(digits)) return 'unknown';
  const begun = RANGES.filter(({ low, high }) => {
    const typed = digits.slice(0, low.length);
    return typed >= low.slice(0, typed.length) && typed <= high.slice(0, typed.length);
  });
  const whole = begun.filter(({ low }) => low.length <= digits.length);
  if (!partial) return whole.find(({ lengths }) => lengths.includes(digits.length))?.slug ?? 'unknown';
  const [found] = whole;
  // Maestro overlaps nearly everything that starts with 5 or 6, so it is only ever said of a whole number.
  if (found && found.slug !== 'maestro') return found.slug;

  const possible = new Set(begun.filter((range) => !whole.includes(range)).map(({ slug }) => slug));
  // Elo's issuers lie inside Discover's range; the prefix both share is shown as Elo.
  if (possible.has('elo')) possible.delete('discover');
  const [first, second] = possible;
  return (!second && first) || 'unknown';
};
