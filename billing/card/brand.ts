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

/** `card_type` as the XML API prints it; brands it has no word for print as Unknown. */
export type CardType = 'Visa' | 'MasterCard' | 'American Express' | 'Discover' | 'Diners Club' | 'JCB' | 'Unknown';

export interface Brand {
  readonly slug: BrandSlug;
  readonly cardType: CardType;
  /** Leading digits, `low-high` or a single prefix, separated by blanks. The longest matching prefix decides. */
  readonly prefixes: string;
  /** Complete lengths, ascending. */
  readonly lengths: readonly number[];
  /** Digits per printed group; what is left over forms the last group. */
  readonly grouping: readonly number[];
  /** Accepted lengths of the security code. */
  readonly cvvLengths: readonly number[];
}

const FOURS = [4, 4, 4, 4, 3];
const THREE = [3];
const SIXTEEN = [16];
const SIXTEEN_UP = [16, 17, 18, 19];
const TWELVE_UP = [12, 13, 14, 15, ...SIXTEEN_UP];

const brand = (
  slug: BrandSlug,
  cardType: CardType,
  prefixes: string,
  lengths: readonly number[],
  grouping: readonly number[] = FOURS,
  cvvLengths: readonly number[] = THREE,
): Brand => ({ slug, cardType, prefixes, lengths, grouping, cvvLengths });

export const UNKNOWN_BRAND: Brand = /* @__PURE__ */ brand('unknown', 'Unknown', '', TWELVE_UP, FOURS, [3, 4]);

/** Public issuer ranges. They change several times a year: change this table and its test, never the code below. */
export const BRANDS: readonly Brand[] = /* @__PURE__ */ (() => [
  brand('visa', 'Visa', '4', [13, 16, 19]),
  brand('master', 'MasterCard', '51-55 2221-2720', SIXTEEN),
  brand('american_express', 'American Express', '34 37', [15], [4, 6, 5], [4]),
  brand('discover', 'Discover', '6011 644-649 6500-6599', SIXTEEN_UP),
  brand('diners_club', 'Diners Club', '300-305 36 38', [14], [4, 6, 4]),
  brand('jcb', 'JCB', '3528-3589', SIXTEEN),
  brand(
    'union_pay',
    'Unknown',
    '620 62100-62197 62200-62209 62201-62299 623-626 6270-6272 6276 627700-627799 6282-6289 6291-6292 810 8110-8171',
    SIXTEEN_UP,
  ),
  brand(
    'elo',
    'Unknown',
    '451416 506699-506778 509000-509999 627780 636297 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978 651652-651679 655000-655019 655021-655058',
    SIXTEEN,
  ),
  brand('hipercard', 'Unknown', '606282 3841', SIXTEEN_UP),
  brand('tarjeta_naranja', 'Unknown', '589562', SIXTEEN_UP),
  brand('maestro', 'Unknown', '50 56-58 6', TWELVE_UP),
])();

interface Range {
  readonly brand: Brand;
  readonly low: string;
  readonly high: string;
}

/** The ranges by first digit, taken apart once, because every token of the server asks for a brand. */
const RANGES: ReadonlyMap<string, readonly Range[]> = /* @__PURE__ */ (() => {
  const ranges = new Map<string, Range[]>();
  for (const brand of BRANDS) {
    for (const range of brand.prefixes.split(' ')) {
      const [low = '', high = low] = range.split('-');
      const first = low.charAt(0);
      ranges.set(first, [...(ranges.get(first) ?? []), { brand, low, high }]);
    }
  }
  return ranges;
})();

interface Match {
  readonly brand: Brand;
  /** Digits of the matching prefix. */
  readonly digits: number;
  /** Whether the prefix is typed to its end; false while it could still become this brand. */
  readonly whole: boolean;
}

function* matches(number: string): Generator<Match> {
  for (const { brand, low, high } of RANGES.get(number.charAt(0)) ?? []) {
    const typed = number.slice(0, low.length);
    if (typed >= low.slice(0, typed.length) && typed <= high.slice(0, typed.length)) {
      yield { brand, digits: low.length, whole: typed.length === low.length };
    }
  }
}

const brandByPrefix = (number: string): Brand => {
  let best: Match | undefined;
  for (const match of matches(number)) {
    if (match.whole && match.digits > (best?.digits ?? 0)) best = match;
  }
  return best?.brand ?? UNKNOWN_BRAND;
};

const brandSoFar = (digits: string): Brand => {
  const decided = brandByPrefix(digits);
  // Maestro overlaps nearly everything that starts with 5 or 6, so it is only ever said of a whole number.
  if (decided !== UNKNOWN_BRAND && decided.slug !== 'maestro') return decided;

  const possible = new Set<BrandSlug>();
  for (const match of matches(digits)) if (!match.whole) possible.add(match.brand.slug);
  // Elo's issuers lie inside Discover's range; the prefix both share is shown as Elo.
  if (possible.size === 2 && possible.has('elo')) possible.delete('discover');
  if (possible.size !== 1) return UNKNOWN_BRAND;
  return BRANDS.find(({ slug }) => possible.has(slug)) ?? UNKNOWN_BRAND;
};

/**
 * The brand of a card number given as digits only.
 * Without `partial` both prefix and total length must fit; with it, the digits typed so far must point to one brand.
 * Everything else is `UNKNOWN_BRAND`.
 */
export const brandOf = (digits: string, { partial = false }: { partial?: boolean } = {}): Brand => {
  if (!/^\d+$/.test(digits)) return UNKNOWN_BRAND;
  if (partial) return brandSoFar(digits);
  const found = brandByPrefix(digits);
  return found.lengths.includes(digits.length) ? found : UNKNOWN_BRAND;
};
