import type { Issue } from '../../failure.ts';
import type { AccountInput } from '../../resources/account.ts';
import type { PurchaseInput } from '../../resources/purchase.ts';
import type { OfferedBillingInfo } from '../../rules/billing-info.ts';
import type { SaleRequest } from '../../selling/sale.ts';

/** A purchase as it was read, its payment numbers in the vault's keeping. */
export interface SentPurchase {
  readonly purchase: Omit<PurchaseInput, 'account'>;
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
}

/** A purchase in the words common to all sales. Empty lists count as absent (reference "resources", section 15). */
export const purchaseRequest = ({ purchase, account, offered, issues }: SentPurchase): SaleRequest => ({
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
  issues: [...issues, ...emptyIssues(purchase)],
});

const emptyIssues = ({ subscriptions, adjustments }: SentPurchase['purchase']): Issue[] =>
  subscriptions?.length || adjustments?.length ? [] : [{ field: 'purchase.base', symbol: 'blank' }];
