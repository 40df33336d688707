import type { GiftCardRecord } from '../../domain/gift-cards/record.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { placeOrder } from '../../engine/orders/place-order.ts';
import { type GiftCardRequest, giftCardOrder } from '../../engine/orders/reading/read-gift-card.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';
import { needGiftCard } from '../../queries/catalogue/gift-cards.ts';

export type GiftCardPurchase = { readonly outcome: 'bought'; readonly giftCard: GiftCardRecord } | Declined;

/**
 * Sells a gift card to the gifter, whose account may be new. A decline creates nothing except its transaction. Throws
 * `Invalid`, `token_invalid`, `simultaneous_request`.
 */
export const buyGiftCard =
  (deps: OrderDeps) =>
  async (caller: Caller, request: GiftCardRequest): Promise<GiftCardPurchase> => {
    const placed = await placeOrder(deps, caller, giftCardOrder(deps, caller, request));
    if (placed.outcome === 'declined') return placed;
    const records = deps.storage.of(caller.site.id);
    return { outcome: 'bought', giftCard: await needGiftCard(records, String(placed.recorded.gift_card)) };
  };
