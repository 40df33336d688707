import type { OfferedBillingInfo } from '@service/billing/engine/payments/offered-billing-info.ts';
import type { Issue } from '@service/billing/failure.ts';
import type { Vault } from '@service/billing/ports/vault.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import type { ApiRequest } from '../endpoint.ts';
import { offer } from './offered-billing-info.ts';

interface Buyer {
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
}

/** Hands the payment numbers of whoever buys to the vault before any use case runs, and gives them up whatever happens then. */
export const withBuyer = async <T>(
  vault: Vault,
  { caller }: ApiRequest,
  path: string,
  sent: AccountInput | null | undefined,
  issues: readonly Issue[],
  use: (buyer: Buyer) => Promise<T>,
): Promise<T> => {
  const { billing_info, ...account } = sent ?? {};
  const offering = billing_info
    ? offer(vault, caller.site, `${path}.account.billing_info`, { value: billing_info, issues })
    : { offered: undefined, issues };
  try {
    return await use({ account, ...offering });
  } finally {
    await offering.offered?.presented?.release();
  }
};
