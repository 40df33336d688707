import { isCvv } from '@service/billing/values/card/cvv.ts';
import { isExpiry } from '@service/billing/values/card/expiry.ts';
import { slugOf } from '@service/billing/values/card/issuer.ts';
import { isCardNumber, normaliseNumber } from '@service/billing/values/card/number.ts';
import type { Validate } from './types.ts';

const text = (written: unknown): string => String(written ?? '');

/** The checks of the card fields and the server, for use by the page. */
export const validate: Validate = {
  cardNumber: (number) => isCardNumber(text(number)),

  cardType: (number, partial = false) => slugOf(normaliseNumber(text(number)), partial),

  expiry(month, year) {
    const today = new Date();
    return isExpiry(text(month), text(year), { year: today.getFullYear(), month: today.getMonth() + 1 });
  },

  cvv: (code) => isCvv(text(code)),
};
