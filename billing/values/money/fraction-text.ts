import { type Fraction, fraction } from './fraction.ts';

/** Returns a fraction as it is stored: numerator and denominator, `1/3`. */
export const fractionText = ({ numerator, denominator }: Fraction): string => `${numerator}/${denominator}`;

/** Reads a stored fraction. Throws a `SyntaxError` or a `RangeError` for anything else. */
export const readFraction = (text: string): Fraction => {
  const [numerator = '0', denominator = '1'] = text.split('/');
  return fraction(BigInt(numerator), BigInt(denominator));
};
