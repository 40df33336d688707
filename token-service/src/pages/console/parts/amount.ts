import { centsOf, decimalText } from '@service/billing/values/money/decimal-text.ts';

const AMOUNT = /^\d{1,13}(?:\.\d{1,4})?$/;

/** A comma before one or two digits at the end, with periods between thousands if there are any. */
const WITH_DECIMAL_COMMA = /^\d+(?:\.\d{3})*,\d{1,2}$/;

/** A point before three digits: a thousand where people write 1.000,00, and a decimal point elsewhere. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** Reads an amount as an operator types it, `1,234.50` or `1.234,50`; undefined for anything else. Returns cents. */
export const typedAmount = (text: string | undefined, currency: string): number | undefined => {
  const typed = (text ?? '').trim();
  if (AMBIGUOUS.test(typed) && decimalText(centsOf(typed, currency), currency) !== typed) return undefined;
  const plain = WITH_DECIMAL_COMMA.test(typed)
    ? typed.replaceAll('.', '').replace(',', '.')
    : typed.replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  if (!AMOUNT.test(plain)) return undefined;
  const cents = centsOf(plain, currency);
  // More digits than the currency has would be rounded.
  return Number(decimalText(cents, currency)) === Number(plain) ? cents : undefined;
};

/** Writes an amount into a field, as `typedAmount` reads it. */
export const amountField = (cents: number, currency: string): string => decimalText(cents, currency);
