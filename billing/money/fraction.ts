import { cents } from './caps.ts';

/** An exact rational number. The denominator is above 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The one rounding there is (DESIGN section 5): half away from zero, to whole cents. Throws a `RangeError` beyond `MAX_CENTS`. */
export const rounded = ({ numerator, denominator }: Fraction): number => {
  const half = numerator < 0n ? -denominator : denominator;
  return cents(Number((2n * numerator + half) / (2n * denominator)));
};

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/;

/**
 * Reads decimal text exactly: `19.99`, `-.5`, and `1e-7`, which is how small numbers print. The denominator is a power of ten. Throws a `RangeError` for
 * anything else.
 */
export const decimal = (text: string): Fraction => {
  const parts = DECIMAL.exec(text);
  if (!parts) throw new RangeError(`No decimal: ${text}`);
  const [, sign, whole, part = '', exponent = 0] = parts;
  const power = BigInt(exponent) - BigInt(part.length);
  const digits = BigInt(`${sign}0${whole}${part}`);
  return power < 0n
    ? { numerator: digits, denominator: 10n ** -power }
    : { numerator: digits * 10n ** power, denominator: 1n };
};
