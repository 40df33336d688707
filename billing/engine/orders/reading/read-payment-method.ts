import { billingInfoIssues, resulting } from '../../../domain/billing-info/billing-info.ts';
import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import type { ConfirmedAction } from '../../../domain/payments/payment-action.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Site } from '../../../resources/site.ts';
import type { Issue } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';
import type { OfferedBillingInfo } from '../../accounts/offered-billing-info.ts';
import type { OrderPaymentMethod } from '../drafting/payment-method.ts';

/**
 * Returns the payment method of a request, or else the stored one, with its problems. Holds the token of the request;
 * the caller must release the presented method. Throws `token_invalid`, `simultaneous_request`.
 */
export const readPaymentMethod = async (
  vault: Vault,
  site: Site,
  now: Seconds,
  stored: BillingInfoRecord | undefined,
  offered: OfferedBillingInfo | undefined,
  path: string,
  confirmed: ConfirmedAction | undefined,
): Promise<{ readonly method: OrderPaymentMethod; readonly issues: readonly Issue[] }> => {
  if (!offered) return { method: { presented: undefined, info: stored, stored, offered }, issues: [] };
  if (confirmed) {
    const info = confirmed.action.presented ?? stored;
    const issues: Issue[] = info ? [] : [{ field: `${path}.number`, symbol: 'blank' }];
    return { method: { presented: undefined, info, stored, offered, confirmed }, issues };
  }
  const token = offered.input.token_id;
  const presented = token ? await vault.hold(site, token) : offered.presented;
  if (!presented && !stored) {
    const issues: Issue[] = [{ field: `${path}.number`, symbol: 'blank' }];
    return { method: { presented, info: undefined, stored, offered }, issues };
  }
  const info = resulting(stored, offered, presented);
  return { method: { presented, info, stored, offered }, issues: billingInfoIssues(site, now, path, info) };
};
