import { declineCodes } from '../payments/decline-codes.ts';

/** Words that people write around a reason. */
const FILLERS = new Set(['decline', 'declined', 'payment', 'payments', 'failed', 'error', 'card']);
/** A shorter word alone is a part of too many codes. */
const LEAST_LETTERS_ALONE = 5;
/** Codes that a text may name; one that fits more names none. */
const MOST_CODES = 12;

/**
 * Returns the codes of the reasons for which a payment can fail that words name: `insufficient funds`, `expired card`,
 * `fraud`. Each word begins a word of the code, and one alone its first.
 */
export const declineCodesNamed = (typed: readonly string[]): readonly string[] => {
  const all = typed.flatMap((word) => word.toLowerCase().split('_')).filter((word) => word !== '');
  if (all.length === 0 || !all.every((word) => /^[a-z\d]+$/.test(word))) return [];
  const meant = all.filter((word) => !FILLERS.has(word));
  const words = meant.length > 0 ? meant : all;
  const [alone] = words.length === 1 ? words : [];
  if (alone !== undefined && alone.length < LEAST_LETTERS_ALONE) return [];
  const found = declineCodes().filter((code) => {
    const parts = code.split('_');
    return alone === undefined
      ? words.every((word) => parts.some((part) => part.startsWith(word)))
      : parts[0]?.startsWith(alone);
  });
  return found.length > MOST_CODES ? [] : found;
};
