import type { Issue } from '../../failure.ts';
import type { AccountInput } from '../../resources/account.ts';
import { currencyIssues } from '../../resources/same-currency.ts';
import type { SubscriptionInput } from '../../resources/subscription.ts';
import type { OfferedBillingInfo } from '../payments/offered-billing-info.ts';
import type { SaleRequest } from './sale.ts';

/** A subscription as it was read, its payment numbers in the vault's keeping. */
export interface SubscriptionRequest {
  readonly subscription: Omit<SubscriptionInput, 'account'>;
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
}

/** A subscription in the words common to all sales (reference "resources", section 8.2). */
export const subscriptionRequest = ({ subscription, account, offered, issues }: SubscriptionRequest): SaleRequest => {
  const { coupon_code, coupon_codes, gift_card } = subscription;
  return {
    path: 'subscription',
    account,
    offered,
    currency: subscription.currency,
    // The shipping address of the request is that of the subscription.
    subscriptions: [{ ...subscription, shipping_address: null, shipping_address_id: null, path: 'subscription' }],
    charges: [],
    coupons: [
      ...(coupon_code ? [{ code: coupon_code, path: 'subscription.coupon_code' }] : []),
      ...(coupon_codes ?? []).map((code, n) => ({ code, path: `subscription.coupon_codes[${n}]` })),
    ],
    gift_card: gift_card ? { code: gift_card.redemption_code ?? '', path: 'subscription.gift_card' } : undefined,
    terms: subscription,
    shipping_address: subscription.shipping_address as SaleRequest['shipping_address'],
    shipping_address_id: subscription.shipping_address_id,
    sweeps: true,
    bulk: subscription.bulk ?? false,
    issues: [
      ...issues,
      ...currencyIssues('subscription.gift_card.currency', gift_card?.currency, subscription.currency),
    ],
  };
};
