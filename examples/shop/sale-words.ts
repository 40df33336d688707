import type { BillingApiError } from './api-client.ts';
import { inWords, type ShopRefusal } from './words.ts';

const UNHEARD =
  'The payment service did not answer, so we do not know yet whether you have paid. Press the button again: you will not be charged twice.';

const UNCONFIRMED = 'Your bank asks you to confirm this payment. You have not been charged.';

/** Texts for customers, by symbol. */
const WORDS: Readonly<Record<string, Partial<ShopRefusal> & { readonly message: string }>> = {
  token_invalid: {
    message: 'This took too long, so nothing was bought and you have not been charged. Press the button again.',
  },
  simultaneous_request: {
    status: 503,
    message:
      'Your last payment is still under way: we are waiting for the bank. Press the button again in a minute: you will not be charged twice.',
  },
  duplicate_subscription: {
    message: 'You subscribed to this a moment ago. If you want it once more, wait a minute, then try again.',
  },
  coupon_not_redeemable: { message: '', fields: { coupon: 'This coupon has been used up.' } },
  gift_card_already_redeemed: { message: '', fields: { gift_card: 'This gift card has been used up.' } },
};

/** Returns the text for a customer of any refused order. */
export const saleInWords = (error: BillingApiError): ShopRefusal => {
  const known = WORDS[error.symbol ?? ''];
  if (known) return { status: 422, fields: {}, ...known };
  const confirm = error.decline?.action_token;
  if (confirm) return { status: 422, message: UNCONFIRMED, fields: {}, confirm };
  if (error.decline) return { ...inWords(error), declined: true };
  if (error.status === 0 || error.status >= 500) return { ...inWords(error), message: UNHEARD };
  return inWords(error);
};
