import { siteList } from '../site-list.ts';

/** Lists redemptions of coupons. */
export const listRedemptions = siteList(({ redemptions }) => redemptions);
