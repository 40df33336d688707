import { cents } from './cents.ts';

/** An exact rational number. The denominator is above 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Returns the fraction in lowest terms. Throws a `RangeError` unless the denominator is above 0. */
export const fraction = (numerator: bigint | number, denominator: bigint | number = 1n): Fraction => {
  if (denominator <= 0) throw new RangeError(`No denominator: ${denominator}`);
  const divisor = gcd(BigInt(numerator), BigInt(denominator));
  return { numerator: BigInt(numerator) / divisor, denominator: BigInt(denominator) / divisor };
};

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const times = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator);

/** Returns a number below, at or above 0, as `a` is below, at or above `b`. */
export const compare = (a: Fraction, b: Fraction): number =>
  Number(a.numerator * b.denominator - b.numerator * a.denominator);

/** Returns the least whole number that a fraction of at least 0 is not above. */
export const ceiling = ({ numerator, denominator }: Fraction): number =>
  Number((numerator + denominator - 1n) / denominator);

/** Returns a share of an amount of cents, rounded on the product. */
export const shareOf = (amount: number, share: Fraction): number => rounded(times(fraction(amount), share));

/** Rounds to whole cents, half away from zero: the only rounding. Throws a `RangeError` beyond `MAX_CENTS`. */
export const rounded = ({ numerator, denominator }: Fraction): number => {
  const half = numerator < 0n ? -denominator : denominator;
  return cents(Number((2n * numerator + half) / (2n * denominator)));
};

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/;

/**
 * Reads decimal text exactly: `19.99`, `-.5`, and `1e-7`, which is how small numbers print. The denominator is a power
 * of ten. Throws a `RangeError` for anything else.
 */
export const decimalFraction = (text: string): Fraction => {
  const parts = DECIMAL.exec(text);
  if (!parts) throw new RangeError(`No decimal: ${text}`);
  const [, sign, whole, part = '', exponent = 0] = parts;
  const power = BigInt(exponent) - BigInt(part.length);
  const digits = BigInt(`${sign}0${whole}${part}`);
  return power < 0n
    ? { numerator: digits, denominator: 10n ** -power }
    : { numerator: digits * 10n ** power, denominator: 1n };
};
