import type { AccountInput } from '@service/billing/resources/account.ts';
import type { Issue } from '@service/billing/values/failure.ts';
import type { ApiRequest } from '../endpoint.ts';

type Sent = AccountInput | null | undefined;

/**
 * Returns the buyer of a request, with what was found wrong under `root`. Under an account's URL the buyer is that
 * account, which the body may repeat, but not replace by another one.
 */
export const ownAccount = (
  { params: { account_code } }: ApiRequest,
  root: string,
  sent: Sent,
  issues: readonly Issue[],
): { readonly account: Sent; readonly issues: readonly Issue[] } => {
  if (account_code === undefined) return { account: sent, issues };
  const isOther = sent?.account_code && sent.account_code !== account_code;
  return {
    account: { ...sent, account_code },
    issues: [
      ...issues.filter(({ field }) => field !== `${root}.account` && field !== `${root}.account.account_code`),
      ...(isOther ? [{ field: `${root}.account.account_code`, symbol: 'immutable' as const }] : []),
    ],
  };
};
