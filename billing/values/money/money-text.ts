import { minorDigits } from './currency.ts';
import { decimalText } from './decimal-text.ts';

/**
 * Returns a function that writes cents of a currency in the form of a locale: `$19.99`, `1 299,50 HUF`. Throws a
 * `RangeError` for a malformed locale or currency code.
 *
 * The digits are always those of the currency's minor unit: the runtime's own data round `HUF 1,299.50`, which is what
 * a card is charged, to `HUF 1,300`.
 */
export const moneyFormat = (locale: string, currency: string): ((cents: number) => string) => {
  const digits = minorDigits(currency);
  const { format } = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Decimal text is formatted exactly, a quotient would first be rounded to a binary fraction.
  return (cents) => format(decimalText(cents, currency) as Intl.StringNumericLiteral);
};

/** Returns cents for operators and logs, the same in every language: `14.50 USD`, `-2900 JPY`, `1.234 KWD`. */
export const amountText = (cents: number, currency: string): string => {
  const text = decimalText(cents, currency);
  return `${minorDigits(currency) === 0 ? text.replace(/\.0+$/, '') : text} ${currency}`;
};

/** Returns the symbol of a currency, such as `$`, `€`, `¥`; for one without a symbol, its code. */
export const currencySymbol = (currency: string): string =>
  (0).toLocaleString('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).replace(/[\d.\s]/g, '');
