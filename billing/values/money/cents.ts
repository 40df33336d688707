/**
 * An amount in a currency's minor unit (`minorDigits`), whole: `1999` is 19.99 USD. The currency is that of the record
 * or document that the amount belongs to. A type of its own: seconds are not accepted as cents.
 */
export type Cents = number & { readonly unit?: 'cents' };

/** The maximum unit amount: 10,000,000 cents. */
export const MAX_UNIT_CENTS = 10_000_000;

/** The maximum quantity of a line. With the maximum unit amount, the product stays below `MAX_CENTS`. */
export const MAX_QUANTITY = 10_000_000;

/** The largest sum, either way. A ninth of the safe integers, so that a sum of two is still exact. */
export const MAX_CENTS = 1e15;

/**
 * The most that the terms of a subscription may come to on one invoice, before tax. Taxes of 100 % and as much usage
 * again stay within `MAX_CENTS`.
 */
export const MAX_CHARGE_CENTS = MAX_CENTS / 4;

/** Returns `value` when it is a whole number within `MAX_CENTS`; throws a `RangeError` otherwise. */
export const cents = (value: number): Cents => {
  if (!Number.isInteger(value) || Math.abs(value) > MAX_CENTS) throw new RangeError(`No amount of cents: ${value}`);
  return value;
};
