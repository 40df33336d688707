import { type BrandSlug, slugOf } from './issuer.ts';

const SHORTEST = 12;
const LONGEST = 19;

/** A UUID or a hexadecimal digest: its runs of digits are random, and one in ten of them passes the mod-10 check. */
const HEXADECIMAL = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{24,})\b/gi;

/** Digits in groups with up to three separators between them, as people write long numbers. */
const WRITTEN_NUMBER = /\d+(?:[\s\p{Pd}._/]{1,3}\d+)*/gu;

/** Digits in each group of a card number but the last; dates and lists of small numbers have fewer. */
const SHORTEST_GROUP = 3;

/**
 * Whether a text contains a card number: 12 to 19 digits that pass the mod-10 check, written together or in groups.
 * They must also fit a brand, in prefix and length, because barcodes, dates and order numbers pass the check as often.
 * Sixteen digits written together count for any network. `shortest` spares numbers that may well have fewer digits.
 */
export const containsCardNumber = (text: string, shortest = SHORTEST): boolean =>
  /\d/.test(text) &&
  (text
    .replace(HEXADECIMAL, 'x')
    .match(WRITTEN_NUMBER)
    ?.some((written) => isCardNumberAmong(written, shortest)) ??
    false);

/** Whether consecutive groups of a written number form a card number. */
const isCardNumberAmong = (written: string, shortest: number): boolean => {
  const groups = written.split(/\D+/);
  return groups.some((_, first) => beginsCardNumber(groups, first, shortest));
};

/**
 * Adds digit by digit instead of checking each length again, because a long text of short groups has very many of them.
 */
const beginsCardNumber = (groups: readonly string[], first: number, shortest: number): boolean => {
  let number = '';
  // The mod-10 sums of the digits so far, in which the last digit counts once, and twice.
  let [once, twice] = [0, 0];
  for (let next = first; next < groups.length; next += 1) {
    const group = groups[next] ?? '';
    number += group;
    if (number.length > LONGEST) return false;
    for (const character of group) {
      const digit = Number(character);
      [once, twice] = [twice + digit, once + digit * 2 - (digit > 4 ? 9 : 0)];
    }
    if (number.length >= shortest && once > 0 && once % 10 === 0 && isIssued(number, next === first)) return true;
    if (group.length < SHORTEST_GROUP) return false;
  }
  return false;
};

/**
 * Maestro has numbers of every length, so those shorter than the numbers of the network that owns their prefix would
 * make card numbers of phone numbers: of +62, for example.
 */
const isOwn = (number: string, slug: BrandSlug): boolean =>
  slug !== 'maestro' || slugOf(number.padEnd(16, '0').slice(0, 16)) === 'maestro';

const isIssued = (number: string, together: boolean): boolean => {
  const slug = slugOf(number);
  return (together && number.length === 16) || (slug !== 'unknown' && isOwn(number, slug));
};
