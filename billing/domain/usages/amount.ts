import { decimalFraction, type Fraction, fraction } from '../../values/money/fraction.ts';
import type { UsageRecord } from './record.ts';

const BILLIONTHS = 1_000_000_000n;

/** Returns a number from its whole part and its billionths, each as text with its own sign. */
export const inBillionths = (whole: string, billionths: string): Fraction =>
  fraction(BigInt(whole) * BILLIONTHS + BigInt(billionths), BILLIONTHS);

/** Returns the members of a record with an amount, which is decimal text with at most nine places. */
export const amountOf = (text: string): Pick<UsageRecord, 'amount' | 'amount_decimal' | 'amount_billionths'> => {
  const { numerator, denominator } = decimalFraction(text);
  const billionths = (numerator * BILLIONTHS) / denominator;
  return {
    // Adding 0 makes a negative zero positive.
    amount: Number(billionths / BILLIONTHS) + 0,
    amount_decimal: text,
    amount_billionths: Number(billionths % BILLIONTHS) + 0,
  };
};
