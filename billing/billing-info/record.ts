import type { BillingInfo } from '../resources/billing-info.ts';
import type { Seconds } from '../time.ts';

export interface BillingInfoRecord extends BillingInfo {
  readonly account_id: string;
  /** What the gateway knows the payment method by. */
  readonly reference: string;
  /** The gateway that holds it. */
  readonly gateway_code: string;
  readonly created_at: Seconds;
}
