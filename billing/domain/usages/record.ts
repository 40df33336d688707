import type { Usage } from '../../resources/usage.ts';
import type { Seconds } from '../../values/time.ts';
import type { SubscriptionAddOnRecord } from '../subscriptions/record.ts';

/**
 * Usage as it is stored, with the price that was agreed when it was recorded. Its `id` counts from 1 in each
 * subscription.
 */
export interface UsageRecord
  extends Omit<Usage, 'tiers' | 'percentage_tiers'>,
    Pick<SubscriptionAddOnRecord, 'measured_unit_id' | 'tiers' | 'percentage_tiers' | 'usage_calculation_type'> {
  /** UUIDv7. */
  readonly key: string;
  readonly account_id: string;
  readonly subscription_id: string;
  readonly add_on_code: string;
  /** The fraction that `amount` omits, in billionths, with its sign. */
  readonly amount_billionths: number;
  /** `termination`, `refund`: recorded by the service, for usage that a termination voids or a refund returns. */
  readonly origin: 'client' | 'termination' | 'refund';
  /** The period of late usage, which was billed before this was recorded; null for usage of a later period. */
  readonly late_started_at: Seconds | null;
  readonly late_ends_at: Seconds | null;
  /** `updated_at`, or else `created_at`. */
  readonly changed_at: Seconds;
  /** The invoice line that billed it. */
  readonly billed_line: string | null;
}
