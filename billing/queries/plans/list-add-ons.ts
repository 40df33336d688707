import { siteList } from '../site-list.ts';

/** Lists the add-ons of a plan. */
export const listAddOns = siteList(({ addOns }) => addOns);
