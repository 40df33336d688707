import { minorDigits } from '../assets/money.js';

/** Returns `15246` US cents as `152.46`: a plain decimal that is independent of the language. */
export const decimalAmount = (minor: number, currency: string): string => {
  const digits = minorDigits(currency);
  return (minor / 10 ** digits).toFixed(Math.max(digits, 2));
};
