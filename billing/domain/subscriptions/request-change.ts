import type { ProrationSettings } from '../../resources/changed-subscription.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { agreementOf, modifies } from './agreement.ts';
import { change } from './change.ts';
import { inTrial } from './periods.ts';
import { periodPrice } from './products.ts';
import { billedPortions, inPortions } from './proration-settings.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';
import { type ChangeTimeframe, scheduleChange } from './schedule-change.ts';
import { stateFailure } from './state-failure.ts';
import { type Transition, transitionTo } from './transition.ts';

/** The settings of a subscription that change at once, whatever the timeframe, without billing. */
export type SubscriptionSettings = Pick<
  SubscriptionRecord,
  | 'auto_renew'
  | 'remaining_billing_cycles'
  | 'current_term_ends_at'
  | 'renewal_billing_cycles'
  | 'collection_method'
  | 'net_terms'
  | 'net_terms_type'
  | 'po_number'
  | 'terms_and_conditions'
  | 'customer_notes'
  | 'vat_reverse_charge_notes'
  | 'custom_fields'
  | 'imported_trial'
  | 'gateway_code'
  | 'billing_info_uuid'
  | 'shipping_address_key'
>;

/** A change as a merchant requests it. */
export interface RequestedChange {
  readonly timeframe: 'now' | ChangeTimeframe;
  /** The agreement after the change; the current one if the request has no products. */
  readonly to: AgreedPlan;
  /** The settings in the request. */
  readonly settings: Partial<SubscriptionSettings>;
  /** The billing of an immediate change that the request names, in place of the site's settings. */
  readonly proration?: ProrationSettings;
}

type Prorations = Pick<Site, 'upgrade_proration' | 'downgrade_proration'>;

/**
 * Returns when a change takes effect: at the requested time, or at the next bill date if the site defers immediate
 * changes of a paid period and the request does not say how to bill this one.
 */
export const timeframeOf = (
  subscription: SubscriptionRecord,
  at: Seconds,
  { timeframe, to, proration }: Pick<RequestedChange, 'timeframe' | 'to' | 'proration'>,
  site: Prorations,
): RequestedChange['timeframe'] => {
  const paid = (subscription.state === 'active' || subscription.state === 'canceled') && !inTrial(subscription, at);
  const waits = paid && modifies(subscription, to) && prorationOf(subscription, to, site) === 'at_renewal';
  return timeframe === 'now' && waits && !proration ? 'bill_date' : timeframe;
};

/**
 * Applies a requested change: the settings at once, the products at the time it takes place. A request that changes
 * settings alone keeps the pending change; one that changes nothing clears it. Throws `subscription_expired`.
 */
export const requestChange = (
  subscription: SubscriptionRecord,
  at: Seconds,
  requested: RequestedChange,
  site: Prorations,
): Transition<SubscriptionRecord> => {
  const { to, settings } = requested;
  if (subscription.state === 'expired') throw stateFailure('subscription_expired', subscription);
  const set: SubscriptionRecord = { ...subscription, ...settings };
  const setsOnly = isEqual(agreementOf(subscription), agreementOf(to)) && !isEqual(subscription, set);
  if (setsOnly) return transitionTo({ ...set, updated_at: at }, ['updated_subscription']);
  const timeframe = timeframeOf(subscription, at, requested, site);
  if (timeframe !== 'now') return scheduleChange(set, at, to, timeframe);
  const changed = change(set, at, to);
  // The period that a resumed subscription starts is charged like any other.
  if (subscription.state === 'paused') return changed;
  return inPortions(changed, billedPortions(requested.proration, prorationOf(subscription, to, site)));
};

const prorationOf = (before: AgreedPlan, after: AgreedPlan, site: Prorations): Site['upgrade_proration'] =>
  periodPrice(after) >= periodPrice(before) ? site.upgrade_proration : site.downgrade_proration;

/** Whether two records are equal; both have the same fields in the same order. */
const isEqual = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
