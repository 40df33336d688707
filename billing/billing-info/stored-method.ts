import type { Unverified } from './billing-info.ts';

/**
 * Billing info that a sale puts on file, by the gateway's reference. Plain data, so that an authorization can keep it
 * until it is captured.
 */
export interface StoredMethod extends Unverified {
  readonly reference: string;
  readonly gateway_code: string;
  /** Missing in what older releases stored. */
  readonly network_transaction_id?: string | null;
}
