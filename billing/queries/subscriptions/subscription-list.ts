import { resumeAt } from '../../domain/subscriptions/pause.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { SubscriptionFilter } from '../../ports/subscriptions.ts';
import type { Seconds } from '../../values/time.ts';
import { accountNamed, customersOf, filterOf, type RowCustomer } from '../accounts/row-parts.ts';
import { type RowQuery, rowList } from '../lists/row-list.ts';

export interface SubscriptionQuery extends RowQuery {
  /** As in the XML API; and `pausing`. */
  readonly state?: SubscriptionFilter['state'] | undefined;
  readonly plan_code?: string | undefined;
  readonly currency?: string | undefined;
  readonly unit_amount_in_cents?: number | undefined;
  readonly account_code?: string | undefined;
}

export interface SubscriptionRow {
  readonly uuid: string;
  readonly customer: RowCustomer | undefined;
  /** `in_trial` for an active one in its trial. */
  readonly state: ShownSubscription['state'] | 'in_trial';
  readonly plan_code: string;
  readonly plan_name: string;
  readonly quantity: number;
  /** The price of one unit, without add-ons, in cents. */
  readonly unit_amount_in_cents: number;
  readonly currency: string;
  readonly interval_length: number;
  readonly interval_unit: 'days' | 'months';
  /** The end of the current period. */
  readonly current_period_ends_at: Seconds | null;
  readonly trial_ends_at: Seconds | null;
  readonly expires_at: Seconds | null;
  /** The beginning of its pause, which an active one is waiting for. */
  readonly paused_at: Seconds | null;
  /** The end of its pause, unless someone ends it earlier. */
  readonly resumes_at: Seconds | null;
  readonly created_at: Seconds;
}

export interface SubscriptionTotals {
  readonly count: number;
}

/** Lists subscriptions with what a table shows of them. The totals count them. Throws `not_found` for an account. */
export const listSubscriptionRows = rowList<
  SubscriptionQuery,
  ShownSubscription,
  SubscriptionFilter,
  SubscriptionRow,
  SubscriptionTotals
>({
  listing: ({ subscriptions }) => subscriptions,
  filter: async ({ state, plan_code, currency, unit_amount_in_cents, account_code }, { at }, records) => ({
    ...filterOf<SubscriptionFilter>({ at, state, plan_code, currency, unit_amount_in_cents }),
    ...(await accountNamed(records, account_code)),
  }),
  place: ({ uuid, created_at }) => ({ id: uuid, at: created_at }),
  rows: async (records, page, { at }) => {
    const customers = await customersOf(records, page);
    return page.map((one) => ({
      uuid: one.uuid,
      customer: customers.get(one.account_id),
      state: one.state === 'active' && (one.trial_ends_at ?? 0) > at ? 'in_trial' : one.state,
      plan_code: one.plan_code,
      plan_name: one.plan_name,
      quantity: one.quantity,
      unit_amount_in_cents: one.unit_amount_in_cents,
      currency: one.currency,
      interval_length: one.interval_length,
      interval_unit: one.interval_unit,
      current_period_ends_at: one.current_period_ends_at,
      trial_ends_at: one.trial_ends_at,
      expires_at: one.expires_at,
      paused_at: one.paused_at,
      resumes_at: resumeAt(one),
      created_at: one.created_at,
    }));
  },
  totals: async ({ subscriptions }, query) => ({ count: await subscriptions.count(query) }),
  few: (page) => ({ count: page.length }),
});
