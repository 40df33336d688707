import { spread, sumOf } from '../money/allocate.ts';
import { decimal, type Fraction, rounded } from '../money/fraction.ts';
import type { Line, TaxRate } from './cart.ts';

/** Returns the sum of several rates. */
export const combinedRate = (rates: readonly TaxRate[]): Fraction => {
  let numerator = 0n;
  let denominator = 1n;
  for (const { rate } of rates) {
    const each = decimal(rate);
    numerator = numerator * each.denominator + each.numerator * denominator;
    denominator *= each.denominator;
  }
  return { numerator, denominator };
};

/** Returns the tax on the net of all lines that bear the same rates, in cents: rounded once. */
export const taxOn = (net: bigint, { numerator, denominator }: Fraction): number =>
  rounded({ numerator: net * numerator, denominator });

/**
 * The tax on each line, in cents, by its rates: `[line][rate]`. What a combined rate takes of all lines that bear it is
 * spread over these lines, and in each line over its rates. The lines must stand in the order of `byLine`.
 */
export const taxLines = (lines: readonly Line[], nets: readonly number[]): number[][] => {
  const keys = lines.map(({ rates }) => rates.map(rateKey).sort().join('\n\n'));
  const taxes: number[][] = [];
  for (const key of new Set(keys)) {
    const places = [...keys.keys()].filter((place) => keys[place] === key);
    const { rates } = lines[places[0]!]!;
    const net = places.map((place) => BigInt(nets[place]!));
    const { numerators, denominator } = exact(rates);
    const rate = sumOf(numerators);
    const shares = net.map((each) => each * rate);
    spread(taxOn(sumOf(net), combinedRate(rates)), shares, denominator).forEach((tax, at) => {
      taxes[places[at]!] = byRate(tax, nets[places[at]!]!, lines[places[at]!]!.rates);
    });
  }
  return taxes;
};

const byRate = (tax: number, net: number, rates: readonly TaxRate[]): number[] => {
  const { numerators, denominator } = exact(rates);
  const keys = rates.map(rateKey);
  const turns = [...keys.keys()].sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
  const shares = numerators.map((each) => each * BigInt(net));
  return spread(tax, shares, denominator, turns);
};

/** The rates as fractions of one denominator; decimals have powers of ten, so the largest will do. */
const exact = (rates: readonly TaxRate[]) => {
  const fractions = rates.map(({ rate }) => decimal(rate));
  const denominator = fractions.reduce((most, each) => (each.denominator > most ? each.denominator : most), 1n);
  return { numerators: fractions.map((each) => (each.numerator * denominator) / each.denominator), denominator };
};

/** The same for the same tax, however many zeros end its rate. */
const rateKey = ({ type, region, rate }: TaxRate): string => `${type}\n${region}\n${rate.replace(/(\.\d*?)0+$/, '$1')}`;
