import { siteList } from '../site-list.ts';

/** Lists what subscriptions used of an add-on. */
export const listUsages = siteList(({ usages }) => usages);
