import { isCvv } from '@service/billing/card/cvv.ts';
import { isExpiry } from '@service/billing/card/expiry.ts';
import { slugOf } from '@service/billing/card/issuer.ts';
import { isCardNumber, normaliseNumber } from '@service/billing/card/number.ts';
import type { Validate } from './types.ts';

const text = (written: unknown): string => String(written ?? '');

/** The judgement that the card fields and the server use, for pages that want to know it themselves. */
export const validate: Validate = {
  cardNumber: (number) => isCardNumber(text(number)),

  cardType: (number, partial = false) => slugOf(normaliseNumber(text(number)), partial),

  expiry(month, year) {
    const today = new Date();
    return isExpiry(text(month), text(year), { year: today.getFullYear(), month: today.getMonth() + 1 });
  },

  cvv: (code) => isCvv(text(code)),
};
