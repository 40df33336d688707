import { minorDigits } from '@service/billing/values/money/currency.ts';
import { centsOf, decimalText } from '@service/billing/values/money/decimal-text.ts';

const AMOUNT = /^\d{1,13}(?:\.(\d{1,4}))?$/;

/** Reads an amount as an operator types it, such as `1,234.50`; undefined for anything else. Returns cents. */
export const typedAmount = (text: string | undefined, currency: string): number | undefined => {
  const plain = (text ?? '').trim().replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  const [, digits = ''] = AMOUNT.exec(plain) ?? [];
  if (!AMOUNT.test(plain) || digits.length > Math.max(2, minorDigits(currency))) return undefined;
  return centsOf(plain, currency);
};

/** Writes an amount into a field, as `typedAmount` reads it. */
export const amountField = (cents: number, currency: string): string => decimalText(cents, currency);
