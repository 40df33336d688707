import { asciiDigits, digitsOf } from './digits.ts';

const pad = (month: string): string => month.padStart(2, '0');

/** `12 / 2040`; the month of one digit ends at the separator. */
const SEPARATED = /^\s*(\d{1,2})\s*[/.\s-]\s*(\d{0,4})\s*$/;
/** `2040-12`, `2040/12`, `204012`, as some software and some countries write it. */
const YEAR_FIRST = /^\s*(20\d\d)(?:\s*[/.\s-]\s*|(?=\d\d))(\d{1,2})\s*$/;

/**
 * Returns the digits of an expiry date as cards show it, the month and the last two of the year: `1240` for `12/40`,
 * `1240`, `12 / 2040`, `2040-12`, `2040/12`. An incomplete date has fewer digits, an impossible one other digits.
 */
export const expiryDigits = (text: string): string => {
  const plain = asciiDigits(text);
  const [, first = '', last = ''] = YEAR_FIRST.exec(plain) ?? [];
  const [, month = '', year = ''] = SEPARATED.exec(plain) ?? [];
  const digits = first ? pad(last) + first : month ? pad(month) + year : digitsOf(plain);
  // No month begins with these.
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return whole.replace(/^(\d\d)20(\d\d)$/, '$1$2');
};

/** Returns the date with its separator; while it is being typed, the separator follows the month at once. */
export const showExpiry = (digits: string, separate: boolean): string =>
  digits.length > 2 || (separate && digits.length === 2) ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;

/** Returns month and year of an expiry date, each empty while it is missing. */
export const splitExpiry = (text: string): { readonly month: string; readonly year: string } => {
  const digits = expiryDigits(text);
  return { month: digits.slice(0, 2), year: digits.slice(2) };
};
