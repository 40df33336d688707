import type { GiftCardRecord } from '../../domain/gift-cards/record.ts';
import type { GiftCardRecords } from '../../ports/gift-cards.ts';
import { notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';

/** The gift card by the number clients know, or 404. */
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
