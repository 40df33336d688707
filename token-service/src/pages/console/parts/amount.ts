import { centsOf, decimalText } from '@service/billing/values/money/decimal-text.ts';

const AMOUNT = /^\d{1,13}(?:\.\d{1,4})?$/;

/** Reads an amount as an operator types it, such as `1,234.50`; undefined for anything else. Returns cents. */
export const typedAmount = (text: string | undefined, currency: string): number | undefined => {
  const plain = (text ?? '').trim().replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  if (!AMOUNT.test(plain)) return undefined;
  const cents = centsOf(plain, currency);
  // More digits than the currency has would be rounded.
  return Number(decimalText(cents, currency)) === Number(plain) ? cents : undefined;
};

/** Writes an amount into a field, as `typedAmount` reads it. */
export const amountField = (cents: number, currency: string): string => decimalText(cents, currency);
