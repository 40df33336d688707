import { spread, sumOf } from '../money/allocate.ts';
import { decimalFraction, type Fraction, rounded } from '../money/fraction.ts';
import type { Line, TaxRate } from './cart.ts';

/** Returns the sum of several rates. */
export const combinedRate = (rates: readonly TaxRate[]): Fraction => {
  let numerator = 0n;
  let denominator = 1n;
  for (const { rate } of rates) {
    const each = decimalFraction(rate);
    numerator = numerator * each.denominator + each.numerator * denominator;
    denominator *= each.denominator;
  }
  return { numerator, denominator };
};

/** Returns the tax on the net of all lines that bear the same rates, in cents: rounded once. */
export const taxOn = (net: bigint, { numerator, denominator }: Fraction): number =>
  rounded({ numerator: net * numerator, denominator });

/** Returns the tax within the price of all lines that bear the same rates and contain it, in cents: rounded once. */
export const taxWithin = (gross: bigint, { numerator, denominator }: Fraction): number =>
  rounded({ numerator: gross * numerator, denominator: denominator + numerator });

/**
 * Returns the tax on each line, in cents, by its rates: `[line][rate]`; within its amount where its price contains the
 * tax. The tax of a combined rate on all its lines is spread over these lines, and in each line over its rates. The
 * lines must stand in the order of `byLine`.
 */
export const taxLines = (lines: readonly Line[], amounts: readonly number[]): number[][] => {
  const sharings = new Map<string, TaxShares>();
  const sharingOf = ({ rates, inclusive = false }: Line): TaxShares => {
    const key = rates.map(rateKey).join('\n\n') + inclusive;
    const known = sharings.get(key) ?? sharing(rates, inclusive);
    sharings.set(key, known);
    return known;
  };
  const shared = lines.map(sharingOf);
  const taxes: number[][] = [];
  for (const places of Map.groupBy(lines.keys(), (place) => shared[place]!.bears).values()) {
    const { rates, inclusive = false } = lines[places[0]!]!;
    const some = places.map((place) => BigInt(amounts[place]!));
    const { numerators, denominator } = exact(rates, inclusive);
    const rate = sumOf(numerators);
    const shares = some.map((each) => each * rate);
    const tax = (inclusive ? taxWithin : taxOn)(sumOf(some), combinedRate(rates));
    spread(tax, shares, denominator).forEach((part, at) => {
      taxes[places[at]!] = shared[places[at]!]!.byRate(part, amounts[places[at]!]!);
    });
  }
  return taxes;
};

/** Whether lines bear the same rates, in any order, so that their tax is rounded once. */
export const haveSameRates = (one: readonly TaxRate[], other: readonly TaxRate[]): boolean =>
  setOf(one.map(rateKey)) === setOf(other.map(rateKey));

const setOf = (keys: readonly string[]): string => keys.toSorted().join('\n\n');

/** The taxation of lines with the same rates, in the same order. */
interface TaxShares {
  /** The same for the same rates, whatever their order, on lines that contain the tax, or that do not. */
  readonly bears: string;
  /** Spreads the tax of a line over its rates. */
  readonly byRate: (tax: number, amount: number) => number[];
}

const sharing = (rates: readonly TaxRate[], inclusive: boolean): TaxShares => {
  const { numerators, denominator } = exact(rates, inclusive);
  const keys = rates.map(rateKey);
  const turns = [...keys.keys()].sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
  return {
    bears: setOf(keys) + inclusive,
    byRate(tax, amount) {
      const whole = BigInt(amount);
      const shares = numerators.map((each) => each * whole);
      return spread(tax, shares, denominator, turns);
    },
  };
};

/**
 * Returns the rates as fractions of one denominator: the largest, because those of decimals are powers of ten. Where
 * the amount contains the tax, its part is `r / (1 + r)`.
 */
const exact = (rates: readonly TaxRate[], inclusive: boolean) => {
  const fractions = rates.map(({ rate }) => decimalFraction(rate));
  const whole = fractions.reduce((most, each) => (each.denominator > most ? each.denominator : most), 1n);
  const numerators = fractions.map((each) => (each.numerator * whole) / each.denominator);
  return { numerators, denominator: inclusive ? whole + sumOf(numerators) : whole };
};

/** Returns the key of a tax: the same whatever the number of trailing zeros of its rate. */
const rateKey = ({ type, region, rate }: TaxRate): string => `${type}\n${region}\n${rate.replace(/(\.\d*?)0+$/, '$1')}`;
