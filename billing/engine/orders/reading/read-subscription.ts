import type { Caller } from '../../../ports/caller.ts';
import { currencyIssues } from '../../../resources/same-currency.ts';
import type { SubscriptionInput } from '../../../resources/subscription.ts';
import { type ReaderDeps, readOrder } from './read-basis.ts';
import { readCheckout, refuseDuplicates } from './read-checkout.ts';
import type { BuyerRequest, OrderRequest } from './request.ts';

export interface SubscriptionRequest extends BuyerRequest {
  readonly subscription: Omit<SubscriptionInput, 'account' | 'billing_info'>;
}

/** Returns the order of one new subscription. */
export const subscriptionOrder = (deps: ReaderDeps, caller: Caller, request: SubscriptionRequest): OrderRequest => {
  const path = 'subscription';
  const { subscription } = request;
  const { coupon_code, coupon_codes, gift_card, shipping_address, shipping_address_id, ...requested } = subscription;
  const items = {
    subscriptions: [{ ...requested, path }],
    charges: [],
    fees: [],
    coupons: [
      ...(coupon_code ? [{ code: coupon_code, path: `${path}.coupon_code` }] : []),
      ...(coupon_codes ?? []).map((code, n) => ({ code, path: `${path}.coupon_codes[${n}]` })),
    ],
    giftCard: gift_card ? { code: gift_card.redemption_code ?? '', path: `${path}.gift_card` } : undefined,
    texts: subscription,
  };
  const { currency } = subscription;
  const buyer = {
    ...request,
    billing_info_uuid: subscription.billing_info_uuid,
    moto: request.moto || subscription.transaction_type === 'moto',
    issues: [...request.issues, ...currencyIssues(`${path}.gift_card.currency`, gift_card?.currency, currency)],
  };
  // The shipping address of the subscription is also that of its invoice.
  const shipping = { shipping_address, shipping_address_id };
  return {
    path,
    buyer,
    redeems: items.coupons.length > 0 || items.giftCard !== undefined,
    async read(state) {
      const basis = { path, buyer, currency, terms: subscription, shipping };
      const read = await readOrder(deps, caller, state, basis, 'purchase', (basis) => readCheckout(basis, items));
      if ('order' in read && !subscription.bulk) await refuseDuplicates(state.records, read.order);
      return read;
    },
  };
};
