import { isRedeemableCard } from '../../domain/gift-cards/gift-card.ts';
import type { GiftCardRecord } from '../../domain/gift-cards/record.ts';
import { siteQuery } from '../site-query.ts';

/** Returns the gift card with a redemption code, where it can be redeemed; undefined otherwise. */
export const findRedeemableGiftCard = siteQuery(
  async ({ giftCards }, code: string): Promise<GiftCardRecord | undefined> => {
    const found = await giftCards.byCode(code.trim());
    return found && isRedeemableCard(found) ? found : undefined;
  },
);
