import type { Unverified } from './billing-info.ts';
import type { SentRoles } from './wallet.ts';

/**
 * Billing info that a sale stores, with the gateway's reference. Plain data, so that an authorization can hold it until
 * it is captured. With `on_file` it is the method on file, of which the sale has changed other fields, such as its
 * address: it is stored only if that method is still on file.
 */
export interface StoredMethod extends Unverified {
  readonly reference: string;
  readonly gateway_code: string;
  /** Missing in data that older releases stored. */
  readonly network_transaction_id?: string | null;
  readonly on_file?: true;
  /** The roles that the sale gives it; a method that is not the primary is added. */
  readonly roles?: SentRoles;
}
