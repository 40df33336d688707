import { siteList } from '../site-list.ts';

/** Lists payments from credit. */
export const listCreditPayments = siteList(({ creditPayments }) => creditPayments);
