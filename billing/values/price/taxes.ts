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

/**
 * Returns the tax on each line, in cents, by its rates: `[line][rate]`. The tax of a combined rate on all its lines is
 * spread over these lines, and in each line over its rates. The lines must stand in the order of `byLine`.
 */
export const taxLines = (lines: readonly Line[], nets: readonly number[]): number[][] => {
  const sharings = new Map<string, TaxShares>();
  const sharingOf = ({ rates }: Line): TaxShares => {
    const key = rates.map(rateKey).join('\n\n');
    const known = sharings.get(key) ?? sharing(rates);
    sharings.set(key, known);
    return known;
  };
  const shared = lines.map(sharingOf);
  const taxes: number[][] = [];
  for (const places of Map.groupBy(lines.keys(), (place) => shared[place]!.bears).values()) {
    const { rates } = lines[places[0]!]!;
    const net = places.map((place) => BigInt(nets[place]!));
    const { numerators, denominator } = exact(rates);
    const rate = sumOf(numerators);
    const shares = net.map((each) => each * rate);
    spread(taxOn(sumOf(net), combinedRate(rates)), shares, denominator).forEach((tax, at) => {
      taxes[places[at]!] = shared[places[at]!]!.byRate(tax, nets[places[at]!]!);
    });
  }
  return taxes;
};

/** The taxation of lines with the same rates, in the same order. */
interface TaxShares {
  /** The same for the same rates, whatever their order. */
  readonly bears: string;
  /** Spreads the tax of a line over its rates. */
  readonly byRate: (tax: number, net: number) => number[];
}

const sharing = (rates: readonly TaxRate[]): TaxShares => {
  const { numerators, denominator } = exact(rates);
  const keys = rates.map(rateKey);
  const turns = [...keys.keys()].sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
  return {
    bears: keys.toSorted().join('\n\n'),
    byRate(tax, net) {
      const whole = BigInt(net);
      const shares = numerators.map((each) => each * whole);
      return spread(tax, shares, denominator, turns);
    },
  };
};

/** Returns the rates as fractions of one denominator: the largest, because those of decimals are powers of ten. */
const exact = (rates: readonly TaxRate[]) => {
  const fractions = rates.map(({ rate }) => decimalFraction(rate));
  const denominator = fractions.reduce((most, each) => (each.denominator > most ? each.denominator : most), 1n);
  return { numerators: fractions.map((each) => (each.numerator * denominator) / each.denominator), denominator };
};

/** Returns the key of a tax: the same whatever the number of trailing zeros of its rate. */
const rateKey = ({ type, region, rate }: TaxRate): string => `${type}\n${region}\n${rate.replace(/(\.\d*?)0+$/, '$1')}`;
