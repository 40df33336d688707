import { siteList } from '../site-list.ts';

/** Lists accounts. */
export const listAccounts = siteList(({ accounts }) => accounts);
