import { knownCardType } from '../../values/card/card-type.ts';

/** The known part of a card or bank account. */
export interface CardWords {
  readonly last_four: string;
  readonly card_type: string | null;
  readonly month: number | null;
  readonly year: number | null;
}

const EXPIRY = /^(0?[1-9]|1[0-2])\/(\d{2}|20\d{2})$/;

/**
 * Reads the last four digits of a card or bank account, with its brand and its expiry in any order if they are known:
 * `4242`, `visa 4242 12/27`. Undefined for anything else.
 */
export const readCardWords = (words: readonly string[]): CardWords | undefined => {
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
