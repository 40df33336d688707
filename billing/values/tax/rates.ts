import type { Destination } from './destination.ts';

/** One tax at one place. */
export interface RateLine {
  /** ISO 3166. */
  readonly country: string;
  /** A US state or a Canadian province, which a merchant enables one by one. */
  readonly region?: string;
  /**
   * Prefixes of postal codes, or ranges of prefixes (`900-961`). Without them, the rate applies to the whole region or
   * country.
   */
  readonly postal_codes?: readonly string[];
  /** `GST`, `VAT`, `sales tax`. */
  readonly tax: string;
  /** Decimal fraction: `0.0875`. */
  readonly rate: string;
}

/** A part of a country where its taxes do not apply. */
export interface UntaxedPlace {
  readonly country: string;
  readonly postal_codes: readonly string[];
}

export interface RateTable {
  /**
   * Returns the rates of the most specific matching place: postal code before state before country. Several rates add
   * up.
   */
  at(destination: Destination, counts?: (line: RateLine) => boolean): readonly RateLine[];
  isUntaxed(destination: Destination): boolean;
}

/** Rates as they are looked up, by place: `US/94105`, `US-CA`, `US`. */
export const rateTable = (lines: readonly RateLine[], untaxed: readonly UntaxedPlace[]): RateTable => {
  const byPlace = new Map<string, RateLine[]>();
  for (const line of lines) {
    for (const place of placesOf(line)) byPlace.set(place, [...(byPlace.get(place) ?? []), line]);
  }
  const excluded = new Set(untaxed.flatMap(placesOf));
  return {
    at(destination, counts = () => true) {
      for (const place of placesAround(destination)) {
        const found = (byPlace.get(place) ?? []).filter(counts);
        if (found.length > 0) return found;
      }
      return [];
    },
    isUntaxed: (destination) => placesAround(destination).some((place) => excluded.has(place)),
  };
};

const placesOf = ({
  country,
  region,
  postal_codes,
}: Pick<RateLine, 'country' | 'region' | 'postal_codes'>): string[] =>
  postal_codes
    ? postal_codes.flatMap(beginnings).map((beginning) => `${country}/${beginning}`)
    : [region === undefined ? country : `${country}-${region}`];

/** Expands a range of prefixes; a single prefix is returned as it is. */
const beginnings = (written: string): string[] => {
  const [first = '', last = first] = written.split('-');
  if (first === last) return [first];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    String(Number(first) + index).padStart(first.length, '0'),
  );
};

/** The length of the longest postal code. */
const LONGEST = 12;

/** Returns the places from the most specific one to the whole country. */
const placesAround = ({ country, state, zip }: Destination): string[] => {
  const lengths = Array.from({ length: Math.min(zip.length, LONGEST) }, (_, index) => index + 1).reverse();
  return [...lengths.map((length) => `${country}/${zip.slice(0, length)}`), `${country}-${state}`, country];
};
