import { isRedeemableCard } from '../../domain/gift-cards/gift-card.ts';
import type { GiftCardRecord } from '../../domain/gift-cards/record.ts';
import type { GiftCardRecords } from '../../ports/gift-cards.ts';
import { notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Returns the gift card with a redemption code, where it can be redeemed; undefined otherwise. */
export const findRedeemableGiftCard = siteQuery(
  async ({ giftCards }, code: string): Promise<GiftCardRecord | undefined> => {
    const found = await giftCards.byCode(code.trim());
    return found && isRedeemableCard(found) ? found : undefined;
  },
);

/** Lists gift cards. */
export const listGiftCards = siteList(({ giftCards }) => giftCards);

/** Returns the gift card with the number that clients see. Throws `not_found`. */
export const needGiftCard = async (
  { giftCards }: { readonly giftCards: GiftCardRecords },
  id: string,
): Promise<GiftCardRecord> => {
  const known = /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
  const found = known ? await giftCards.find(Number(id)) : undefined;
  if (!found) throw notFound('GiftCard', 'id', id);
  return found;
};

/** Returns a gift card. Throws `not_found`. */
export const findGiftCard = siteQuery(needGiftCard);
