/** An exact number, 0 or more: `top / bottom`, in lowest terms. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

export const fraction = (top: bigint, bottom = 1n): Fraction => {
  const shared = divisor(top, bottom);
  return { top: top / shared, bottom: bottom / shared };
};

/** Throws a RangeError for a number that is not whole. */
export const whole = (number: number): Fraction => fraction(BigInt(number));

/** `0.0875`, with at most one point and no exponent. */
export const decimal = (text: string): Fraction => {
  const [units = '', decimals = ''] = text.split('.');
  return fraction(BigInt(units + decimals), 10n ** BigInt(decimals.length));
};

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);

/** Returns `a` less `b`, which is not above it. */
export const minus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);

export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.top, a.bottom * b.bottom);

export const sum = (parts: readonly Fraction[]): Fraction => parts.reduce(plus, whole(0));

export const isLess = (a: Fraction, b: Fraction): boolean => a.top * b.bottom < b.top * a.bottom;

export const least = (a: Fraction, b: Fraction): Fraction => (isLess(b, a) ? b : a);

export const floor = ({ top, bottom }: Fraction): number => Number(top / bottom);

/** Returns the remainder that `floor` leaves out. */
export const beyondFloor = ({ top, bottom }: Fraction): Fraction => fraction(top % bottom, bottom);

/** Rounds to a whole number, halves up. */
export const round = ({ top, bottom }: Fraction): number => Number((2n * top + bottom) / (2n * bottom));
