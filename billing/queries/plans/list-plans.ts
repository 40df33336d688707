import { siteList } from '../site-list.ts';

/** Lists the plans on sale. */
export const listPlans = siteList(({ plans }) => plans);
