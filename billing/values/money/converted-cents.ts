import { minorDigits } from './currency.ts';
import { decimalFraction, fraction, rounded, times } from './fraction.ts';

/** The rates of the two currencies of a conversion, each in units for one euro. */
export interface ConversionRates {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns cents of one currency in cents of another, computed exactly over the euro and rounded once, half away from
 * zero.
 */
export const convertedCents = (cents: number, from: string, to: string, rates: ConversionRates): number => {
  if (from === to) return cents;
  const { numerator, denominator } = decimalFraction(rates.from);
  const perUnit = times(decimalFraction(rates.to), fraction(denominator, numerator));
  const minor = fraction(10n ** BigInt(minorDigits(to)), 10n ** BigInt(minorDigits(from)));
  return rounded(times(times(fraction(cents), perUnit), minor));
};
