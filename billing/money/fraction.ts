import { cents } from './caps.ts';

/** An exact rational number. The denominator is above 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Two whole numbers. Throws a `RangeError` unless the denominator is above 0. */
export const fraction = (numerator: bigint | number, denominator: bigint | number = 1n): Fraction => {
  if (denominator <= 0) throw new RangeError('A denominator must be above 0');
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
};

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

export const times = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** The one rounding there is (DESIGN section 5): half away from zero, to whole cents. Throws a `RangeError` beyond `MAX_CENTS`. */
export const rounded = ({ numerator, denominator }: Fraction): number => {
  const size = numerator < 0n ? -numerator : numerator;
  const whole = cents(Number((2n * size + denominator) / (2n * denominator)));
  return numerator < 0n && whole ? -whole : whole;
};

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*?)0*(?:e([+-]?\d{1,3}))?$/i;

/**
 * Reads decimal text exactly: `19.99`, `-.5`, and `1e-7`, which is how small numbers print. Zeros at the end change nothing: `0.20` gives the
 * same fraction as `0.2`. Throws a `RangeError` for anything else.
 */
export const decimal = (text: string): Fraction => {
  const parts = DECIMAL.exec(text);
  if (!parts) throw new RangeError(`${text} is no decimal number`);
  const [, sign, whole, part = '', exponent = 0] = parts;
  const power = Number(exponent) - part.length;
  const digits = BigInt(`${sign}0${whole}${part}`);
  return power < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-power) }
    : { numerator: digits * 10n ** BigInt(power), denominator: 1n };
};
