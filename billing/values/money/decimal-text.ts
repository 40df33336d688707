import { minorDigits } from './currency.ts';
import { decimalFraction, rounded } from './fraction.ts';

/**
 * Cents as a decimal string of major units, with at least two digits: `19.99`, `-0.01`, `1000.00` yen, `1.234` Kuwaiti
 * dinars.
 */
export const decimalText = (cents: number, currency: string): string => {
  const digits = minorDigits(currency);
  const size = `${Math.abs(cents)}`.padStart(digits + 1, '0');
  const point = size.length - digits;
  return `${cents < 0 ? '-' : ''}${size.slice(0, point)}.${size.slice(point).padEnd(2, '0')}`;
};

/**
 * Returns the cents of a decimal string of major units, rounded half away from zero at the currency's minor unit:
 * `1.005` dollars are 101. Throws a `RangeError` unless it is a decimal number, and beyond `MAX_CENTS`.
 */
export const centsOf = (text: string, currency: string): number => {
  const { numerator, denominator } = decimalFraction(text);
  return rounded({ numerator: numerator * 10n ** BigInt(minorDigits(currency)), denominator });
};
