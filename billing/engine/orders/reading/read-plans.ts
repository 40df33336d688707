import type { AddOnRecord, PlanRecord } from '../../../domain/plans/record.ts';
import { addOnOf, isItem } from '../../../domain/subscriptions/agreement.ts';
import type { RampInterval, SubscriptionAddOnRecord } from '../../../domain/subscriptions/record.ts';
import type { RequestedSubscription } from '../../../domain/subscriptions/requested.ts';
import type { Records } from '../../../ports/storage.ts';
import { sentCustomFieldIssues } from '../../../queries/settings/custom-fields.ts';
import type { Site } from '../../../resources/site.ts';
import type { Issue } from '../../../values/failure.ts';
import type { Ids } from '../../../values/ids.ts';
import { LOOK_UPS_PER_TURN, type Turn, turnEvery } from '../../../values/steps.ts';
import type { Seconds } from '../../../values/time.ts';
import { type AgreedPrice, listedPrice, ownPrice, ownPriceIssues, type RequestedAddOn } from './agreed-price.ts';
import { findOrderedItem } from './read-item-add-on.ts';
import { readPrice } from './read-ramp.ts';
import type { At } from './request.ts';

/** A plan and its add-ons as a request subscribes to them, found in the catalogue. */
export interface FoundPlan {
  /** Id of the subscription to be created. */
  readonly uuid: string;
  readonly requested: At<RequestedSubscription>;
  readonly plan: PlanRecord;
  readonly unit: number;
  readonly ramp_intervals: readonly RampInterval[];
  readonly quantity: number;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
}

interface Catalogue {
  readonly ids: Pick<Ids, 'uuid'>;
  readonly turn: Turn;
  readonly site: Site;
  readonly at: Seconds;
  readonly currency: string;
  /** The root element, whose currency the plans must have a price in: `purchase`. */
  readonly path: string;
}

/** Looks up plans and add-ons. Reports and leaves out those that cannot be sold. */
export const findPlans = async (
  records: Records,
  catalogue: Catalogue,
  subscriptions: readonly At<RequestedSubscription>[],
): Promise<{ readonly found: readonly FoundPlan[]; readonly issues: readonly Issue[] }> => {
  const found: FoundPlan[] = [];
  const issues: Issue[] = [];
  const lookedUp = turnEvery(LOOK_UPS_PER_TURN, catalogue.turn);
  for (const requested of subscriptions) {
    await lookedUp();
    const kind = { relatedType: 'subscription', path: requested.path } as const;
    issues.push(
      ...dateIssues(catalogue, requested),
      ...(await sentCustomFieldIssues(records, catalogue.site, kind, requested.custom_fields)),
    );
    if (!requested.plan_code?.trim()) continue;
    const plan = await records.plans.find(requested.plan_code.trim());
    if (!plan) {
      issues.push({ field: `${requested.path}.plan_code`, symbol: 'invalid', reason: 'unknown_plan' });
      continue;
    }
    const price = readPrice(plan, catalogue.currency, requested, requested.path);
    issues.push(...price.issues);
    if (price.unit === undefined && isOffered(catalogue))
      issues.push({ field: `${catalogue.path}.currency`, symbol: 'invalid_currency' });
    const { add_ons, issues: wrong } = await findAddOns(records, catalogue, plan, requested, lookedUp);
    issues.push(...wrong);
    found.push({
      uuid: catalogue.ids.uuid(),
      requested,
      plan,
      unit: price.unit ?? 0,
      ramp_intervals: price.ramp_intervals,
      quantity: requested.quantity ?? 1,
      add_ons,
    });
  }
  return { found, issues: once(issues) };
};

/** Whether the site sells in the currency. Another one is reported once, not for each plan. */
const isOffered = ({ site, currency }: Pick<Catalogue, 'site' | 'currency'>): boolean =>
  site.currencies.includes(currency);

const once = (issues: readonly Issue[]): Issue[] => {
  const seen = new Set<string>();
  return issues.filter(({ field }) => !seen.has(field) && seen.add(field));
};

const dateIssues = ({ at: now }: Catalogue, requested: At<RequestedSubscription>): Issue[] => {
  const start = Math.max(requested.starts_at ?? now, now);
  const earliest = { starts_at: now, first_bill_date: start, next_bill_date: start, first_renewal_date: start };
  return (Object.keys(earliest) as (keyof typeof earliest)[]).flatMap((name) => {
    const date = requested[name];
    return date != null && date <= earliest[name]
      ? [{ field: `${requested.path}.${name}`, symbol: 'in_past' as const }]
      : [];
  });
};

const findAddOns = async (
  records: Records,
  catalogue: Catalogue,
  plan: PlanRecord,
  { subscription_add_ons, path }: At<RequestedSubscription>,
  lookedUp: () => Promise<void>,
): Promise<{ add_ons: SubscriptionAddOnRecord[]; issues: Issue[] }> => {
  const add_ons: SubscriptionAddOnRecord[] = [];
  const issues: Issue[] = [];
  for (const [at, taken] of (subscription_add_ons ?? []).entries()) {
    const field = `${path}.subscription_add_ons[${at}]`;
    await lookedUp();
    const found = await findOrderedAddOn(records, catalogue, plan, taken, field);
    if (!isAddOn(found)) issues.push(...found);
    else if (addOnOf({ add_ons }, found)) issues.push({ field: `${field}.add_on_code`, symbol: 'taken' });
    else add_ons.push(found);
  }
  return { add_ons, issues };
};

/** Looks up an item or an add-on of a plan as a request subscribes to it; returns the problems if it is not sold. */
export const findOrderedAddOn = async (
  records: Records,
  catalogue: Pick<Catalogue, 'site' | 'currency'>,
  plan: Pick<PlanRecord, 'id' | 'allow_any_item_on_subscriptions'>,
  taken: RequestedAddOn,
  field: string,
): Promise<SubscriptionAddOnRecord | readonly Issue[]> => {
  if (isItem(taken)) return findOrderedItem(records, plan, taken, field);
  const code = taken.add_on_code?.trim();
  const addOn = code ? await records.addOns.find(plan.id, code) : undefined;
  if (!code) return [{ field: `${field}.add_on_code`, symbol: 'blank' }];
  if (!addOn) return [await unknownIssue(records, plan, taken, field)];
  const issues = ownPriceIssues(taken, addOn, field);
  if (issues.length > 0) return issues;
  const priced = ownPrice(listedPrice(addOn, catalogue.currency), taken, addOn);
  if (priced) return sold(addOn, taken, priced);
  return isOffered(catalogue) ? [{ field: `${field}.unit_amount_in_cents`, symbol: 'invalid_currency' }] : [];
};

/** Returns the issue of an add-on that the plan does not have. */
const unknownIssue = async (
  { items }: Pick<Records, 'items'>,
  plan: Pick<PlanRecord, 'allow_any_item_on_subscriptions'>,
  { add_on_code, add_on_source }: RequestedAddOn,
  field: string,
): Promise<Issue> => {
  const isUnsourced = !add_on_source && plan.allow_any_item_on_subscriptions;
  return isUnsourced && (await items.find(add_on_code?.trim() ?? ''))
    ? { field: `${field}.add_on_source`, symbol: 'invalid', reason: 'unsourced_item' }
    : { field: `${field}.add_on_code`, symbol: 'invalid', reason: 'unknown_add_on' };
};

/** Whether an add-on was found. */
export const isAddOn = (found: SubscriptionAddOnRecord | readonly Issue[]): found is SubscriptionAddOnRecord =>
  'add_on_code' in found;

const sold = (addOn: AddOnRecord, taken: RequestedAddOn, priced: AgreedPrice): SubscriptionAddOnRecord => ({
  ...priced,
  add_on_code: addOn.add_on_code,
  ...(addOn.item_code === null ? {} : { item_code: addOn.item_code, external_sku: addOn.external_sku }),
  add_on_type: addOn.add_on_type,
  name: addOn.name,
  quantity: taken.quantity ?? addOn.default_quantity,
  revenue_schedule_type: taken.revenue_schedule_type ?? addOn.revenue_schedule_type,
  usage_type: addOn.usage_type,
  usage_timeframe: taken.usage_timeframe ?? addOn.usage_timeframe,
  usage_calculation_type: taken.usage_calculation_type ?? addOn.usage_calculation_type,
  measured_unit_id: addOn.measured_unit_id,
  accounting_code: addOn.accounting_code,
});
