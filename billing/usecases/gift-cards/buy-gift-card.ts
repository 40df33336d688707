import type { Caller } from '../../caller.ts';
import type { SaleRequest } from '../../engine/orders/sale.ts';
import { type SellDeps, sell } from '../../engine/orders/sell.ts';
import type { OfferedBillingInfo } from '../../engine/payments/offered-billing-info.ts';
import type { Issue } from '../../failure.ts';
import { deliveryHour, giftCardIssues } from '../../gift-cards/gift-card.ts';
import type { GiftCardRecord } from '../../gift-cards/record.ts';
import type { Declined } from '../../payments/declined.ts';
import { needGiftCard } from '../../queries/gift-cards/need-gift-card.ts';
import type { AccountInput } from '../../resources/account.ts';
import { filled } from '../../resources/apply.ts';
import { type GiftCardInput, giftCard } from '../../resources/gift-card.ts';

/** A gift card as it was read, its payment numbers in the vault's keeping. */
export interface SentGiftCard {
  readonly giftCard: Omit<GiftCardInput, 'gifter_account'>;
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
}

export type BoughtGiftCard = { readonly outcome: 'bought'; readonly giftCard: GiftCardRecord } | Declined;

/**
 * Sells a gift card to its gifter, who may be new (reference "resources", section 14): neither taxed nor discounted, and not paid with the credit of
 * another one. A decline leaves its transaction and nothing else. Throws `Invalid`, and what a sale throws.
 */
export const buyGiftCard =
  (deps: SellDeps) =>
  async (caller: Caller, { giftCard: wish, account, offered, issues }: SentGiftCard): Promise<BoughtGiftCard> => {
    const { site } = caller;
    const at = caller.at;
    const found = giftCardIssues(site, wish, issues, at);
    const { product_code, unit_amount_in_cents, currency, delivery } = filled(giftCard, wish);
    const { deliver_at = null } = delivery ?? {};
    const request: SaleRequest = {
      path: 'gift_card',
      account,
      offered,
      currency: wish.currency,
      subscriptions: [],
      charges: [],
      coupons: [],
      bought: {
        product_code,
        unit_amount_in_cents: unit_amount_in_cents ?? 0,
        currency,
        delivery: { ...delivery, deliver_at: deliver_at === null ? null : deliveryHour(deliver_at) },
      },
      terms: {},
      sweeps: false,
      bulk: true,
      issues: [...issues, ...found],
    };
    const sold = await sell(deps)(caller, request);
    if (sold.outcome === 'declined') return sold;
    const records = deps.storage.of(site.id);
    return { outcome: 'bought', giftCard: await needGiftCard(records, String(sold.recorded.gift_card)) };
  };
