import type { SentBillingInfo } from '../../billing-info/billing-info.ts';
import type { Presented } from '../../ports/vault.ts';

/**
 * Billing info as a client offers it. Card and bank account numbers are not here: the vault took them and left
 * `presented`, unless the client named a token or sent no payment method at all.
 */
export interface OfferedBillingInfo {
  readonly input: SentBillingInfo;
  readonly presented?: Presented;
}
