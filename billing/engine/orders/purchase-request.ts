import type { Issue } from '../../failure.ts';
import type { AccountInput } from '../../resources/account.ts';
import type { PurchaseInput } from '../../resources/purchase.ts';
import { currencyIssues } from '../../resources/same-currency.ts';
import { atLeast, type Version } from '../../resources/version.ts';
import type { OfferedBillingInfo } from '../payments/offered-billing-info.ts';
import type { SaleRequest } from './sale.ts';

/** A purchase as it was read, its payment numbers in the vault's keeping. */
export interface PurchaseRequest {
  readonly purchase: Omit<PurchaseInput, 'account'>;
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
  readonly version: Version;
}

/** A purchase in the words common to all sales. Empty lists count as absent (reference "resources", section 15). */
export const purchaseRequest = ({ purchase, account, offered, issues, version }: PurchaseRequest): SaleRequest => ({
  path: 'purchase',
  account,
  offered,
  currency: purchase.currency,
  subscriptions: (purchase.subscriptions ?? []).map((wish, n) => ({ ...wish, path: `purchase.subscriptions[${n}]` })),
  charges: (purchase.adjustments ?? []).map((wish, n) => ({ ...wish, path: `purchase.adjustments[${n}]` })),
  coupons: (purchase.coupon_codes ?? []).map((code, n) => ({ code, path: `purchase.coupon_codes[${n}]` })),
  gift_card: purchase.gift_card
    ? { code: purchase.gift_card.redemption_code ?? '', path: 'purchase.gift_card' }
    : undefined,
  terms: purchase,
  shipping_address: purchase.shipping_address,
  shipping_address_id: purchase.shipping_address_id,
  sweeps: true,
  bulk: false,
  issues: [
    ...issues,
    ...emptyIssues(purchase),
    ...severalIssues(purchase, version),
    ...repeatedCurrencyIssues(purchase),
  ],
});

const emptyIssues = ({ subscriptions, adjustments }: PurchaseRequest['purchase']): Issue[] =>
  subscriptions?.length || adjustments?.length ? [] : [{ field: 'purchase.base', symbol: 'blank' }];

/** Several subscriptions came with 2.8 (specification "Changes by version"). */
const severalIssues = ({ subscriptions }: PurchaseRequest['purchase'], version: Version): Issue[] =>
  (subscriptions?.length ?? 0) > 1 && !atLeast(version, '2.8')
    ? [{ field: 'purchase.subscriptions', symbol: 'too_many', count: 1 }]
    : [];

/** Until 2.7 a charge may repeat the currency of the purchase; a redeemed gift card may in every version. */
const repeatedCurrencyIssues = ({ currency, adjustments, gift_card }: PurchaseRequest['purchase']): Issue[] => [
  ...(adjustments ?? []).flatMap((charge, n) =>
    currencyIssues(`purchase.adjustments[${n}].currency`, charge.currency, currency),
  ),
  ...currencyIssues('purchase.gift_card.currency', gift_card?.currency, currency),
];
