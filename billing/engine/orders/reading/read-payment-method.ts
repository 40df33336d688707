import { billingInfoIssues, resulting } from '../../../domain/billing-info/billing-info.ts';
import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import { addsMethod, roleIssues } from '../../../domain/billing-info/wallet.ts';
import type { ConfirmedAction } from '../../../domain/payments/payment-action.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Issue } from '../../../values/failure.ts';
import type { OfferedBillingInfo } from '../../accounts/offered-billing-info.ts';
import type { OrderPaymentMethod } from '../drafting/payment-method.ts';

/**
 * Returns the payment method of a request, or else the account's primary, with its problems. Holds the token of the request;
 * the caller must release the presented method. Throws `token_invalid`, `simultaneous_request`.
 */
export const readPaymentMethod = async (
  vault: Vault,
  { site, at }: Pick<Caller, 'site' | 'at'>,
  wallet: readonly BillingInfoRecord[],
  offered: OfferedBillingInfo | undefined,
  path: string,
  confirmed: ConfirmedAction | undefined,
): Promise<{ readonly method: OrderPaymentMethod; readonly issues: readonly Issue[] }> => {
  const stored = wallet.find(({ primary_payment_method }) => primary_payment_method);
  if (!offered) return { method: { presented: undefined, info: stored, stored, offered }, issues: [] };
  const isNew = confirmed ? confirmed.action.presented !== null : Boolean(offered.input.token_id || offered.presented);
  const replaced = isNew && addsMethod(offered.input) ? undefined : stored;
  const others = wallet.filter((method) => method !== replaced);
  const roles = roleIssues(path, replaced, others, offered.input);
  if (confirmed) {
    const info = confirmed.action.presented ?? stored;
    const issues: Issue[] = info ? [] : [{ field: `${path}.number`, symbol: 'blank' }];
    return { method: { presented: undefined, info, stored, offered, confirmed }, issues: [...issues, ...roles] };
  }
  const token = offered.input.token_id;
  const presented = token ? await vault.hold(site, token) : offered.presented;
  if (!presented && !stored) {
    const issues: Issue[] = [{ field: `${path}.number`, symbol: 'blank' }];
    return { method: { presented, info: undefined, stored, offered }, issues };
  }
  const info = resulting(replaced, offered, presented);
  const issues = [...billingInfoIssues(site, at, path, info), ...roles];
  return { method: { presented, info, stored, offered }, issues };
};
