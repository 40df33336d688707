import { passesLuhn } from './luhn.ts';

/** Removes spaces and dashes from a written card number. Other characters stay, to be refused. */
export const normaliseNumber = (written: string): string => written.replace(/[\s-]/g, '');

/** Whether this is a card number: 12 to 19 digits, spaces and dashes aside, that pass the mod-10 check. */
export const isCardNumber = (written: string): boolean => {
  const digits = normaliseNumber(written);
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits);
};

/**
 * Returns the digits of a card number that may be shown: the first six and the last four. Of 12 or 13 digits, the first
 * two and the last four, so that at least half of them stay hidden. None of fewer than 12.
 */
export const truncate = (written: string): { readonly firstSix: string; readonly lastFour: string } => {
  const digits = normaliseNumber(written);
  return /^\d{12,}$/.test(digits)
    ? { firstSix: digits.slice(0, digits.length < 14 ? 2 : 6), lastFour: digits.slice(-4) }
    : { firstSix: '', lastFour: '' };
};
