import { roundTogether, spread } from '../money/allocate.ts';
import { decimal, type Fraction, fraction, plus } from '../money/fraction.ts';
import type { Line, TaxRate } from './cart.ts';
import { byText } from './line-order.ts';

/**
 * The tax on each line, in cents, by its rates: `[line][rate]`. One rounding for each combined rate over the net of all lines that bear it, spread over
 * these lines, and in each line over its rates (DESIGN section 5). The lines must stand in the order of `byLine`.
 */
export const taxLines = (lines: readonly Line[], nets: readonly number[]): number[][] => {
  const groups = new Map<string, number[]>();
  lines.forEach(({ rates }, place) => {
    const key = rates.map(rateKey).sort().join('\n\n');
    groups.set(key, [...(groups.get(key) ?? []), place]);
  });

  const taxes: number[][] = [];
  for (const places of groups.values()) {
    const { numerator, denominator } = combined(lines[places[0]!]!.rates);
    const shares = places.map((place) => BigInt(nets[place]!) * numerator);
    roundTogether(shares, denominator, (a, b) => a - b).forEach((tax, at) => {
      const place = places[at]!;
      taxes[place] = byRate(tax, nets[place]!, lines[place]!.rates);
    });
  }
  return taxes;
};

const byRate = (tax: number, net: number, rates: readonly TaxRate[]): number[] => {
  const { denominator } = combined(rates);
  const shares = rates.map(({ rate }) => {
    const each = decimal(rate);
    return (BigInt(net) * each.numerator * denominator) / each.denominator;
  });
  const keys = rates.map(rateKey);
  return spread(tax, shares, denominator, (a, b) => byText(keys[a]!, keys[b]!));
};

const combined = (rates: readonly TaxRate[]): Fraction =>
  rates.reduce((sum, { rate }) => plus(sum, decimal(rate)), fraction(0));

/** The same for the same tax, however many zeros end its rate. */
const rateKey = ({ type, region, rate }: TaxRate): string => `${type}\n${region}\n${rate.replace(/(\.\d*?)0+$/, '$1')}`;
