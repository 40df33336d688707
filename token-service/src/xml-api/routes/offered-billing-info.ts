import type { Issue } from '@service/billing/failure.ts';
import type { RawMethod, Vault } from '@service/billing/ports/payments.ts';
import type { BillingInfoInput } from '@service/billing/resources/billing-info.ts';
import { type OfferedBillingInfo, refuseTokenCompanions } from '@service/billing/rules/billing-info.ts';
import type { Site } from '@service/billing/site.ts';

export interface Offer {
  readonly offered: OfferedBillingInfo;
  readonly issues: readonly Issue[];
}

/**
 * Hands the numbers of a request to the vault, before any use case runs (DESIGN section 7). What goes on is a description, or what is wrong with
 * them under `path`. Throws `billing_info_invalid` for a token in company.
 */
export const offer = (vault: Vault, site: Site, path: string, input: BillingInfoInput): Offer => {
  refuseTokenCompanions(input);
  const { number, verification_value, account_number, ...rest } = input;
  const raw = rawMethod(input);
  if (!raw) return { offered: { input: rest }, issues: [] };
  const judged = vault.present(site, raw);
  if ('accepted' in judged) return { offered: { input: rest, presented: judged.accepted }, issues: [] };
  return {
    offered: { input: rest },
    issues: judged.issues.map((issue) => ({ ...issue, field: `${path}.${issue.field}` })),
  };
};

const rawMethod = (input: BillingInfoInput): RawMethod | undefined => {
  const { number, month, year, verification_value, account_number, routing_number, account_type } = input;
  if (number || verification_value) return { type: 'credit_card', number, month, year, verification_value };
  if (account_number || routing_number) return { type: 'bank_account', account_number, routing_number, account_type };
  return undefined;
};
