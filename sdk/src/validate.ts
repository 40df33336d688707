import { brandOf } from '@service/billing/card/brand.ts';
import { isCvv } from '@service/billing/card/cvv.ts';
import { isExpiry } from '@service/billing/card/expiry.ts';
import { isCardNumber, normaliseNumber } from '@service/billing/card/number.ts';
import type { CardBrand } from './types.ts';

type Written = string | number;

const text = (written: unknown): string =>
  typeof written === 'string' || typeof written === 'number' ? String(written) : '';

/**
 * What a card number, a brand, an expiry and a code are, for pages that want to know it themselves: the judgement the
 * card fields and the server use (sdk reference, section 8). Pure; can be used before `configure`.
 */
export const validate = {
  /** Whether this is a card number: 12 to 19 digits that pass the mod-10 check; blanks and dashes are fine. */
  cardNumber: (number: Written): boolean => isCardNumber(text(number)),

  /**
   * The brand of a whole number, or `unknown`; with `partial`, of the digits typed so far, as soon as only one brand
   * is left.
   */
  cardType: (number: Written, partial = false): CardBrand => brandOf(normaliseNumber(text(number)), { partial }).slug,

  /** Whether a card with this expiry still works today; the year in two or four digits. */
  expiry(month: Written, year: Written): boolean {
    const today = new Date();
    return isExpiry(text(month), text(year), { year: today.getFullYear(), month: today.getMonth() + 1 });
  },

  /** Whether this is three or four digits. As a number a code loses its leading zeros: pass text. */
  cvv: (code: Written): boolean => isCvv(text(code)),
};
