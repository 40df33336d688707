import {
  billingInfoIssues,
  missingMethodIssue,
  resulting,
  unnumberedIssues,
} from '../../../domain/billing-info/billing-info.ts';
import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import { addsMethod, roleIssues } from '../../../domain/billing-info/wallet.ts';
import type { ConfirmedAction } from '../../../domain/payments/payment-action.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { Issue } from '../../../values/failure.ts';
import type { OfferedBillingInfo } from '../../accounts/offered-billing-info.ts';
import type { OrderPaymentMethod } from '../drafting/payment-method.ts';
import type { BuyerRequest } from './request.ts';

/**
 * Returns the payment method of a request, or the stored one that it names, or else the account's primary, with its
 * problems. Holds the token of the request; the caller must release the presented method. Throws `token_invalid`,
 * `simultaneous_request`.
 */
export const readPaymentMethod = async (
  vault: Vault,
  { site, at }: Pick<Caller, 'site' | 'at'>,
  wallet: readonly BillingInfoRecord[],
  { offered, billing_info_uuid: named }: Pick<BuyerRequest, 'offered' | 'billing_info_uuid'>,
  root: string,
  confirmed: ConfirmedAction | undefined,
): Promise<{ readonly method: OrderPaymentMethod; readonly issues: readonly Issue[] }> => {
  const path = `${root}.account.billing_info`;
  const chosen = wallet.find(({ uuid }) => uuid === named);
  const stored = chosen ?? wallet.find(({ primary_payment_method }) => primary_payment_method);
  const choice: Issue[] = [];
  if (named && !chosen) choice.push({ field: `${root}.billing_info_uuid`, symbol: 'not_found' });
  if (named && offered && !isConfirmation(offered))
    choice.push({ field: `${root}.billing_info_uuid`, symbol: 'present', reason: 'method_beside_uuid' });
  if (!offered) return { method: { presented: undefined, info: stored, stored, offered }, issues: choice };
  const replaced = addsMethod(offered.input) ? undefined : stored;
  const others = wallet.filter((method) => method !== replaced);
  const roles = [...choice, ...roleIssues(path, replaced, others, offered.input)];
  if (confirmed) {
    const info = confirmed.action.presented ?? stored;
    const issues: Issue[] = info ? [] : [{ field: `${path}.number`, symbol: 'blank' }];
    return { method: { presented: undefined, info, stored, offered, confirmed }, issues: [...issues, ...roles] };
  }
  const token = offered.input.token_id;
  const presented = token ? await vault.hold(site, token) : offered.presented;
  const { vaulted } = offered;
  if (!presented && !vaulted && !replaced) {
    const { gateway_token, gateway_attributes } = offered.input;
    // The problems of a method that the gateway should hold are known.
    const missing: Issue[] = gateway_token || gateway_attributes ? [] : [missingMethodIssue(path, offered.input)];
    return { method: { presented, info: undefined, stored, offered }, issues: [...missing, ...choice] };
  }
  const info = resulting(replaced, offered, presented ?? vaulted);
  const issues = [
    ...billingInfoIssues(site, at, path, info, offered.input),
    ...(presented || vaulted ? [] : unnumberedIssues(path, replaced, offered.input)),
    ...roles,
  ];
  return { method: { presented, info, stored, offered }, issues };
};

/** Whether billing info presents no method, but completes a payment with a stored one. */
export const isConfirmation = ({ input, presented }: OfferedBillingInfo): boolean =>
  !presented &&
  Object.entries(input).every(
    ([name, value]) =>
      value === undefined || name === 'three_d_secure_action_result_token_id' || name === 'transaction_type',
  );
