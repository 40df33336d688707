import { cents } from './caps.ts';

/** An amount with its currency: whole cents, that is the currency's minor unit (`minorDigits`). */
export interface Money {
  readonly cents: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Throws a `RangeError` when the amount is no whole number within `MAX_CENTS`. */
export const moneyOf = (amount: number, currency: string): Money => ({ cents: cents(amount), currency });

/** Throws a `TypeError` when the currencies differ, and a `RangeError` beyond `MAX_CENTS`. */
export const add = (a: Money, b: Money): Money => {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} do not add up`);
  return moneyOf(a.cents + b.cents, a.currency);
};

/** Like `add`. */
export const subtract = (a: Money, b: Money): Money => add(a, { ...b, cents: -b.cents });
