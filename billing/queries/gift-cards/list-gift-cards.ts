import { siteList } from '../site-list.ts';

/** Lists gift cards. */
export const listGiftCards = siteList(({ giftCards }) => giftCards);
