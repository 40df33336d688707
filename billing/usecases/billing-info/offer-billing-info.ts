import { refuseTokenCompanions } from '../../domain/billing-info/billing-info.ts';
import type { RawMethod } from '../../domain/billing-info/payment-method.ts';
import { refuseUntaken } from '../../domain/billing-info/untaken.ts';
import type { OfferedBillingInfo } from '../../engine/accounts/offered-billing-info.ts';
import type { Vault } from '../../ports/vault.ts';
import type { BillingInfoInput } from '../../resources/billing-info.ts';
import type { Site } from '../../resources/site.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { Issue } from '../../values/failure.ts';

export interface Offer {
  readonly offered: OfferedBillingInfo;
  readonly issues: readonly Issue[];
}

/**
 * Passes the card or account numbers of a request to the vault, before any use case runs. Returns their description, or
 * their issues under `path`, in addition to earlier issues. Throws `billing_info_invalid` for a token together with
 * other payment fields, and `UntakenMethod` for a method that no gateway of this service takes.
 */
export const offerBillingInfo = (
  vault: Vault,
  site: Site,
  path: string,
  { value, issues }: Submitted<BillingInfoInput>,
): Offer => {
  refuseTokenCompanions(value);
  refuseUntaken(value);
  const { number, verification_value, account_number, ...input } = value;
  const raw = rawMethod(value);
  if (!raw) return { offered: { input }, issues };
  if (raw.type !== 'paypal' && input.paypal_billing_agreement_id) {
    const second: Issue = { field: `${path}.paypal_billing_agreement_id`, symbol: 'present' };
    return { offered: { input }, issues: [...issues, second] };
  }
  const judged = vault.present(site, raw);
  if ('accepted' in judged) return { offered: { input, presented: judged.accepted }, issues };
  const known = new Set(issues.map(({ field }) => field));
  const found = judged.issues.map((issue) => ({ ...issue, field: `${path}.${issue.field}` }));
  return { offered: { input }, issues: [...issues, ...found.filter(({ field }) => !known.has(field))] };
};

const rawMethod = (input: BillingInfoInput): RawMethod | undefined => {
  const { number, month, year, verification_value, account_number, routing_number, account_type } = input;
  const { paypal_billing_agreement_id } = input;
  if (number || verification_value) return { type: 'credit_card', number, month, year, verification_value };
  if (account_number || routing_number) return { type: 'bank_account', account_number, routing_number, account_type };
  if (paypal_billing_agreement_id) return { type: 'paypal', paypal_billing_agreement_id };
  return undefined;
};
