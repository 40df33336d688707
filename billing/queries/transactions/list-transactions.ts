import { asSettled } from '../../domain/transactions/settled.ts';
import { siteList } from '../site-list.ts';

/** Lists transactions as they stand at the moment of the caller. */
export const listTransactions = siteList(
  ({ transactions }) => transactions,
  (listed, { at }) => listed.map((one) => asSettled(one, at)),
);
