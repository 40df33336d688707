import type { Fraction } from './fraction.ts';

const PLACES = 9;

/**
 * Returns a number as decimal text without trailing zeros: `10.57874`, `-0.5`, `3`. Throws a `RangeError` unless nine
 * places are exact.
 */
export const plainDecimal = ({ numerator, denominator }: Fraction): string => {
  const scaled = numerator * 10n ** BigInt(PLACES);
  if (scaled % denominator !== 0n) throw new RangeError(`No decimal of ${PLACES} places: ${numerator}/${denominator}`);
  const units = scaled / denominator;
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
};
