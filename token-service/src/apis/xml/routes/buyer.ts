import type { BuyerRequest } from '@service/billing/engine/orders/reading/request.ts';
import type { Vault } from '@service/billing/ports/vault.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import { offerBillingInfo } from '@service/billing/usecases/billing-info/offer-billing-info.ts';
import type { Issue } from '@service/billing/values/failure.ts';
import type { ApiRequest } from '../endpoint.ts';

/**
 * Passes the card or account numbers of a buyer to the vault before any use case runs, and releases them afterwards,
 * whatever the outcome.
 */
export const withBuyer = async <T>(
  vault: Vault,
  { caller }: ApiRequest,
  path: string,
  sent: AccountInput | null | undefined,
  issues: readonly Issue[],
  use: (buyer: BuyerRequest) => Promise<T>,
): Promise<T> => {
  const { billing_info, ...account } = sent ?? {};
  const offering = billing_info
    ? offerBillingInfo(vault, caller.site, `${path}.account.billing_info`, { value: billing_info, issues })
    : { offered: undefined, issues };
  try {
    return await use({ account, moto: account.transaction_type === 'moto', ...offering });
  } finally {
    await offering.offered?.presented?.release();
  }
};
