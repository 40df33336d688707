import type { SentBillingInfo } from '../../domain/billing-info/billing-info.ts';
import type { VaultedMethod } from '../../domain/billing-info/vaulted-method.ts';
import type { Presented } from '../../ports/vault.ts';

/**
 * Billing info in a request. It has no card or bank account numbers: the vault holds them as `presented`, unless the
 * request has a token or no payment method at all.
 */
export interface OfferedBillingInfo {
  readonly input: SentBillingInfo;
  readonly presented?: Presented;
  /** The method that the request names by a gateway's token, once the gateway has found it. */
  readonly vaulted?: VaultedMethod;
}
