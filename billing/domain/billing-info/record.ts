import type { BillingInfo } from '../../resources/billing-info.ts';
import type { Seconds } from '../../values/time.ts';

/** A payment method of an account. */
export interface BillingInfoRecord extends Omit<BillingInfo, 'gateway_token' | 'last_two'> {
  /** UUIDv7. A method that replaces it keeps the id. */
  readonly id: string;
  readonly account_id: string;
  /** The gateway's reference of the payment method. */
  readonly reference: string;
  /** The gateway that holds it. */
  readonly gateway_code: string;
  /** The card network's id of the payment or check that the customer made; later payments refer to it. */
  readonly network_transaction_id: string | null;
  readonly created_at: Seconds;
}
