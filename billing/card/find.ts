import { slugOf } from './issuer.ts';
import { passesLuhn } from './luhn.ts';

const SHORTEST = 12;
const LONGEST = 19;

/** A UUID or a hexadecimal digest: its runs of digits are random, and one in ten of them passes the mod-10 check. */
const HEXADECIMAL = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{24,})\b/gi;

/** Digits in groups of at least two with up to three separators between them, as people write long numbers. */
const WRITTEN_NUMBER = /\d{2,}(?:[\s\p{Pd}._/]{1,3}\d{2,})*/gu;

/**
 * Whether a text contains a card number: 12 to 19 digits that pass the mod-10 check, written together or in groups. They must also fit a brand, in prefix
 * and length, because barcodes, dates and order numbers pass the check as often. Sixteen digits written together count for any network.
 */
export const containsCardNumber = (text: string): boolean =>
  /\d/.test(text) && (text.replace(HEXADECIMAL, 'x').match(WRITTEN_NUMBER)?.some(isCardNumberAmong) ?? false);

/** Whether some groups of a written number, one after the other, are a card number. */
const isCardNumberAmong = (written: string): boolean => {
  const groups = written.split(/\D+/);
  const digits = groups.join('');
  let start = 0;
  return groups.some((group, first) => {
    let end = start;
    for (let next = first; next < groups.length; next += 1) {
      end += groups[next]?.length ?? 0;
      if (end - start > LONGEST) break;
      if (end - start >= SHORTEST && isLikely(digits.slice(start, end), next === first)) return true;
    }
    start += group.length;
    return false;
  });
};

const isLikely = (number: string, together: boolean): boolean =>
  passesLuhn(number) && ((together && number.length === 16) || slugOf(number) !== 'unknown');
