import { knownCardType } from '../../values/card/card-type.ts';

/** The known part of a card or bank account. */
export interface CardWords {
  readonly last_four: string;
  readonly card_type: string | null;
  readonly month: number | null;
  readonly year: number | null;
}

/** `12/27`. */
export const EXPIRY = /^(0?[1-9]|1[0-2])\/(\d{2}|20\d{2})$/;

/** Marks that stand for the digits of a card that are not shown, as on receipts: `*4242`, `•••• 4242`, `xxxx4242`. */
const MASK = /^[*•·●…#.-]+|^x+(?=\d{4}$)|^x{4,}$/iu;
/** Words around the digits: `ends in 4242`, `card 4242`, `Visa ending with 4242`, `last four 4242`. */
const FILLERS = new Set(
  'card cards credit debit account bank end ends ended ending in with last four 4 digit digits number no the of'.split(
    ' ',
  ),
);

/** Returns words without marks in place of hidden digits, and without those that people write around digits. */
export const withoutFillers = (words: readonly string[]): readonly string[] =>
  words
    .map((word) => word.replace(MASK, '').replace(/[.,:;]+$/, ''))
    .filter((word) => word && !FILLERS.has(word.toLowerCase()));

/**
 * Reads the last four digits of a card or bank account, with its brand and its expiry in any order if they are known:
 * `4242`, `visa 4242 12/27`, `ends in 4242`, `*4242`. Undefined for anything else.
 */
export const readCardWords = (typed: readonly string[]): CardWords | undefined => {
  const words = withoutFillers(typed);
  const digits = words.filter((word) => /^\d{4}$/.test(word));
  const expiries = words.flatMap((word) => {
    const [, month, year] = EXPIRY.exec(word) ?? [];
    return month === undefined ? [] : [{ month: Number(month), year: 2000 + (Number(year) % 100) }];
  });
  const brand = words.filter((word) => !/^\d{4}$/.test(word) && !EXPIRY.test(word)).join(' ');
  const card_type = brand === '' ? null : knownCardType(brand);
  const [last_four] = digits;
  if (last_four === undefined || digits.length > 1 || expiries.length > 1 || card_type === undefined) return undefined;
  return { last_four, card_type, month: expiries[0]?.month ?? null, year: expiries[0]?.year ?? null };
};
