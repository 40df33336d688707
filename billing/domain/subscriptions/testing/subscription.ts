import { shareOf } from '../../../values/money/fraction.ts';
import type { Period } from '../../../values/periods/period.ts';
import { isoTime, readTime, type Seconds } from '../../../values/time.ts';
import type { Terms } from '../../invoices/terms.ts';
import type { PlanRecord } from '../../plans/record.ts';
import { crossBoundary, nextBoundary } from '../boundary.ts';
import { startDates } from '../dates.ts';
import { newSubscription } from '../new-subscription.ts';
import type { AgreedPlan, RampInterval, SubscriptionAddOnRecord, SubscriptionRecord } from '../record.ts';
import type { RequestedSubscription } from '../requested.ts';
import type { Transition } from '../transition.ts';

/** Parses a date of a test; throws for an invalid one. */
export const at = (text: string): Seconds => {
  const found = readTime(text);
  if (found === undefined) throw new Error(`No date: ${text}`);
  return found;
};

/** Prints a date without the time of midnight. */
export const day = (moment: Seconds | null): string | null =>
  moment === null ? null : isoTime(moment).replace('T00:00:00Z', '');

export const days = ({ startedAt, endsAt }: Period): string => `${day(startedAt)}..${day(endsAt)}`;

export const currentDays = ({ current_period_started_at, current_period_ends_at }: SubscriptionRecord): string =>
  `${day(current_period_started_at)}..${day(current_period_ends_at)}`;

export const addOn = (code: string, more: Partial<SubscriptionAddOnRecord> = {}): SubscriptionAddOnRecord => ({
  add_on_type: 'fixed',
  add_on_code: code,
  name: code,
  unit_amount_in_cents: 200,
  quantity: 1,
  revenue_schedule_type: null,
  usage_type: null,
  usage_percentage: null,
  tier_type: 'flat',
  tiers: [],
  measured_unit_id: null,
  accounting_code: null,
  ...more,
});

export const usageAddOn = (code: string, unit_amount_in_cents = 5): SubscriptionAddOnRecord =>
  addOn(code, { add_on_type: 'usage', usage_type: 'price', unit_amount_in_cents, quantity: null });

interface Sample {
  readonly plan?: Partial<PlanRecord>;
  readonly requested?: Partial<RequestedSubscription>;
  readonly add_ons?: readonly SubscriptionAddOnRecord[];
  readonly unit?: number;
  readonly ramp_intervals?: readonly RampInterval[];
  readonly quantity?: number;
}

/** Sells a subscription to the monthly plan `gold` of 30.00 with a setup fee of 5.00, without a term. */
export const sell = (
  start: string,
  { plan = {}, requested = {}, add_ons = [], unit = 3000, ramp_intervals = [], quantity = 1 }: Sample = {},
): Transition<SubscriptionRecord> => {
  const sources = {
    at: at(start),
    plan: {
      id: 'gold',
      plan_code: 'gold',
      name: 'Gold',
      plan_interval_unit: 'months',
      plan_interval_length: 1,
      trial_interval_unit: 'days',
      trial_interval_length: 0,
      total_billing_cycles: null,
      auto_renew: true,
      setup_fee_in_cents: { USD: 500 },
      tax_exempt: false,
      tax_code: null,
      revenue_schedule_type: null,
      ...plan,
    } as PlanRecord,
    requested: requested as RequestedSubscription,
    freeTrial: undefined,
  };
  const dates = startDates(sources);
  if ('symbol' in dates) throw new Error(`${dates.field} ${dates.symbol}`);
  return newSubscription({
    ...sources,
    uuid: 'subscription',
    account_id: 'ada',
    dates,
    unit,
    ramp_intervals,
    quantity,
    currency: 'USD',
    add_ons,
    terms: {
      collection_method: 'automatic',
      net_terms: 0,
      net_terms_type: 'net',
      po_number: null,
      terms_and_conditions: null,
      customer_notes: null,
      credit_customer_notes: null,
      vat_reverse_charge_notes: null,
      gateway_code: null,
      billing_info_uuid: null,
    } satisfies Terms,
    texts: {},
    shipping_address_key: null,
  });
};

export const sold = (start: string, sample: Sample = {}): SubscriptionRecord => sell(start, sample).subscription;

/** Returns the agreement of a subscription with these differences. */
export const agreed = (subscription: SubscriptionRecord, differences: Partial<AgreedPlan>): AgreedPlan => ({
  ...subscription,
  ...differences,
});

/** Another plan, of 60.00 for a month unless `differences` say otherwise. */
export const silver = (subscription: SubscriptionRecord, differences: Partial<AgreedPlan> = {}): AgreedPlan =>
  agreed(subscription, {
    plan_id: 'silver',
    plan_code: 'silver',
    plan_name: 'Silver',
    unit_amount_in_cents: 6000,
    ...differences,
  });

/** Runs every boundary up to a date, each at its own moment. */
export const boundariesUntil = (
  subscription: SubscriptionRecord,
  until: string,
  unpayable = false,
): { readonly subscription: SubscriptionRecord; readonly transitions: readonly Transition<SubscriptionRecord>[] } => {
  const transitions: Transition<SubscriptionRecord>[] = [];
  let current = subscription;
  for (;;) {
    const boundary = nextBoundary(current);
    if (boundary === null || boundary > at(until)) return { subscription: current, transitions };
    const crossed = crossBoundary(current, boundary, { unpayable });
    if (!crossed) throw new Error(`Nothing is due at ${day(boundary)}`);
    transitions.push(crossed);
    current = crossed.subscription;
  }
};

/** The subscription after every boundary up to a date. */
export const until = (subscription: SubscriptionRecord, date: string): SubscriptionRecord =>
  boundariesUntil(subscription, date).subscription;

export const eventTypes = ({ events }: Pick<Transition, 'events'>): readonly string[] => events.map(({ type }) => type);

/** The charges and credits of products, in cents for the time that is left. */
export const productAmounts = ({ charges, credits }: Pick<Transition, 'charges' | 'credits'>) => ({
  charges: charges.flatMap((charge) =>
    charge.kind === 'product' ? [[charge.product.code, shareOf(charge.amount, charge.proration)]] : [],
  ),
  credits: credits.flatMap((credit) =>
    credit.kind === 'product' ? [[credit.product.code, shareOf(credit.amount, credit.proration)]] : [],
  ),
});
