import type { ReportPeriod } from '../domain/reports/report.ts';
import type { MrrMovement } from '../domain/revenue/movement.ts';
import type { SubscriptionMrr } from '../domain/subscriptions/subscription-mrr.ts';
import type { DiscountOrder } from '../values/price/cart.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** The paid recurring revenue of a site in one currency. */
export interface MrrTotal {
  readonly currency: string;
  readonly mrr_in_cents: number;
  readonly subscriptions: number;
}

/** A trial that ended in a period. */
export interface EndedTrial {
  readonly subscription_id: string;
  readonly account_code: string;
  readonly plan_code: string;
  readonly currency: string;
  readonly ended_at: Seconds;
  /** Whether the subscription had revenue that was not past due by the end of the period. */
  readonly converted: boolean;
}

/** The customer whose revenue moves, as reports show them. */
export interface RevenueCustomer {
  readonly account_code: string;
  /** The country of the address, or else of the payment method, as it is now; null where neither is known. */
  readonly country: string | null;
}

/** The recurring revenue of subscriptions. `keep` and `append` are called by the recording of revenue alone. */
export interface RevenueRecords {
  /** Stores the revenue of a subscription, and increases its revision. */
  keep(subscriptionId: string, mrr: SubscriptionMrr): Promise<void>;
  append(movements: readonly MrrMovement[]): Promise<void>;
  /** Whether a charge invoice with lines of a subscription is past due. */
  isPastDue(subscriptionId: string): Promise<boolean>;
  /** The settings of the site for several coupons at once. */
  discountOrder(): Promise<DiscountOrder>;
  /** Returns movements before a moment, the oldest first, after one of them. */
  movements(
    before: Seconds,
    after: Pick<MrrMovement, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly MrrMovement[]>;
  /** Returns the country of the last movement of a subscription; null where it has none, or none with a country. */
  countryOf(subscriptionId: string): Promise<string | null>;
  /** Returns customers by the ids of their accounts. */
  customers(accountIds: readonly string[]): Promise<ReadonlyMap<string, RevenueCustomer>>;
  /** Returns the paid revenue of today, in the order of currencies. */
  totals(): Promise<readonly MrrTotal[]>;
  /** Returns the change of the paid revenue since a moment, by currency. */
  changesSince(from: Seconds): Promise<ReadonlyMap<string, number>>;
  /** Returns the trials that ended in a period, the oldest first, after one of them. */
  endedTrials(
    period: ReportPeriod,
    after: Pick<EndedTrial, 'ended_at' | 'subscription_id'> | undefined,
    limit: number,
  ): Promise<readonly EndedTrial[]>;
  /** Subscriptions whose revenue is not recorded yet. */
  readonly unrecorded: DueQuery;
}
