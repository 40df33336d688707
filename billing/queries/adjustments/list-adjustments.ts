import { siteList } from '../site-list.ts';

/** Lists charges and credits. */
export const listAdjustments = siteList(({ adjustments }) => adjustments);
