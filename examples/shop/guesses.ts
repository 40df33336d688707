import { BillingApiError } from './api-client.ts';
import type { ShopCart } from './cart.ts';
import { FormRefused } from './forms.ts';

const WINDOW = 10 * 60 * 1000;
const MOST = 20;

const OFTEN = 'That was a lot of codes in a short time. Wait a few minutes, or go on without one.';

/**
 * Limits how many unusable codes an address can try: a gift card is money, and the service cannot tell the shop's
 * customers apart. Throws Refused without calling `ask` after too many codes that were unusable or are still being
 * checked. `now` is in milliseconds.
 */
export const guesses = (now: () => number = Date.now) => {
  const counts = new Map<string, number>();
  let since = now();

  return async <T>(address: string, { coupon, gift_card }: ShopCart, ask: () => Promise<T>): Promise<T> => {
    if (coupon === '' && gift_card === '') return ask();
    if (now() - since > WINDOW) {
      counts.clear();
      since = now();
    }
    const count = (by: number) => counts.set(address, Math.max(0, (counts.get(address) ?? 0) + by));
    if ((counts.get(address) ?? 0) >= MOST) {
      throw new FormRefused({ status: 422, message: '', fields: { [coupon ? 'coupon' : 'gift_card']: OFTEN } });
    }
    // Counted until it is known to be usable, so that parallel requests stay within the limit.
    count(1);
    let ofNoUse = false;
    try {
      return await ask();
    } catch (error) {
      ofNoUse = isAboutCodes(error);
      throw error;
    } finally {
      if (!ofNoUse) count(-1);
    }
  };
};

const isAboutCodes = (error: unknown): boolean =>
  error instanceof BillingApiError && error.findings.some(({ field }) => /coupon_codes|gift_card/.test(field));
