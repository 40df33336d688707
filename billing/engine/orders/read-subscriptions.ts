import type { Issue } from '../../failure.ts';
import type { AddOnRecord, PlanRecord } from '../../plans/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../site.ts';
import type { SubscriptionAddOnRecord } from '../../subscriptions/record.ts';
import type { WishedSubscription } from '../../subscriptions/requested.ts';
import type { Seconds } from '../../time.ts';
import type { At } from './sale.ts';

/** A plan and its add-ons as somebody wants to subscribe to them, found in the catalogue. */
export interface FoundPlan {
  readonly wish: At<WishedSubscription>;
  readonly plan: PlanRecord;
  readonly unit: number;
  readonly quantity: number;
  readonly add_ons: readonly SubscriptionAddOnRecord[];
}

interface Asked {
  readonly site: Site;
  readonly now: Seconds;
  readonly currency: string;
  /** Of the request: `purchase`, whose currency the plans must have a price in. */
  readonly path: string;
}

/** Looks plans and add-ons up. What cannot be sold is named in the issues, and left out. */
export const findPlans = async (
  records: Records,
  asked: Asked,
  wishes: readonly At<WishedSubscription>[],
): Promise<{ readonly found: readonly FoundPlan[]; readonly issues: readonly Issue[] }> => {
  const found: FoundPlan[] = [];
  const issues: Issue[] = [];
  for (const wish of wishes) {
    issues.push(...dateIssues(asked, wish), ...fieldIssues(asked.site, wish));
    if (!wish.plan_code?.trim()) continue;
    const plan = await records.plans.find(wish.plan_code.trim());
    if (!plan) {
      issues.push({ field: `${wish.path}.plan_code`, symbol: 'invalid' });
      continue;
    }
    const listed = plan.unit_amount_in_cents[asked.currency];
    if (listed === undefined && isOffered(asked))
      issues.push({ field: `${asked.path}.currency`, symbol: 'invalid_currency' });
    const { add_ons, issues: wrong } = await findAddOns(records, asked, plan, wish);
    issues.push(...wrong);
    found.push({ wish, plan, unit: wish.unit_amount_in_cents ?? listed ?? 0, quantity: wish.quantity ?? 1, add_ons });
  }
  return { found, issues: once(issues) };
};

/** Of a currency that the site does not sell in, no plan needs to say so again. */
const isOffered = ({ site, currency }: Asked): boolean => site.currencies.includes(currency);

const once = (issues: readonly Issue[]): Issue[] =>
  issues.filter(({ field }, at) => issues.findIndex((issue) => issue.field === field) === at);

const dateIssues = ({ now }: Asked, wish: At<WishedSubscription>): Issue[] => {
  const start = Math.max(wish.starts_at ?? now, now);
  return (['first_bill_date', 'next_bill_date', 'first_renewal_date'] as const).flatMap((name) =>
    wish[name] && wish[name] <= start ? [{ field: `${wish.path}.${name}`, symbol: 'in_past' as const }] : [],
  );
};

const fieldIssues = (site: Site, { custom_fields, path }: At<WishedSubscription>): Issue[] =>
  (custom_fields ?? []).flatMap(({ name }, at) =>
    !name || site.custom_fields.includes(name)
      ? []
      : [{ field: `${path}.custom_fields[${at}].name`, symbol: 'invalid' as const }],
  );

const findAddOns = async (
  records: Records,
  asked: Asked,
  plan: PlanRecord,
  { subscription_add_ons, path }: At<WishedSubscription>,
): Promise<{ add_ons: SubscriptionAddOnRecord[]; issues: Issue[] }> => {
  const add_ons: SubscriptionAddOnRecord[] = [];
  const issues: Issue[] = [];
  for (const [at, wish] of (subscription_add_ons ?? []).entries()) {
    const field = `${path}.subscription_add_ons[${at}]`;
    const code = wish.add_on_code?.trim();
    const addOn = code ? await records.addOns.find(plan.id, code) : undefined;
    if (!addOn) {
      issues.push({ field: `${field}.add_on_code`, symbol: code ? 'invalid' : 'blank' });
      continue;
    }
    if (add_ons.some(({ add_on_code }) => add_on_code === addOn.add_on_code)) {
      issues.push({ field: `${field}.add_on_code`, symbol: 'taken' });
      continue;
    }
    const priced = priceOf(addOn, asked.currency, wish.unit_amount_in_cents);
    if (priced) add_ons.push(sold(addOn, wish, priced));
    else if (isOffered(asked)) issues.push({ field: `${field}.unit_amount_in_cents`, symbol: 'invalid_currency' });
  }
  return { add_ons, issues };
};

type Priced = Pick<SubscriptionAddOnRecord, 'unit_amount_in_cents' | 'tier_type' | 'tiers'>;

/** An amount of one's own makes a tiered add-on flat. Undefined where the add-on has no price in the currency. */
const priceOf = (addOn: AddOnRecord, currency: string, own: number | null | undefined): Priced | undefined => {
  if (own !== null && own !== undefined) return { unit_amount_in_cents: own, tier_type: 'flat', tiers: [] };
  if (addOn.usage_type === 'percentage') return { unit_amount_in_cents: null, tier_type: 'flat', tiers: [] };
  if (addOn.tier_type === 'flat') {
    const unit = addOn.unit_amount_in_cents?.[currency];
    return unit === undefined ? undefined : { unit_amount_in_cents: unit, tier_type: 'flat', tiers: [] };
  }
  const tiers = addOn.tiers.flatMap(({ ending_quantity, unit_amount_in_cents }) => {
    const unit = unit_amount_in_cents[currency];
    return unit === undefined ? [] : [{ ending: ending_quantity, unit }];
  });
  return tiers.length === addOn.tiers.length
    ? { unit_amount_in_cents: null, tier_type: addOn.tier_type, tiers }
    : undefined;
};

const sold = (
  addOn: AddOnRecord,
  wish: NonNullable<WishedSubscription['subscription_add_ons']>[number],
  priced: Priced,
): SubscriptionAddOnRecord => ({
  ...priced,
  add_on_code: addOn.add_on_code,
  add_on_type: addOn.add_on_type,
  name: addOn.name,
  quantity: wish.quantity ?? addOn.default_quantity,
  revenue_schedule_type: wish.revenue_schedule_type ?? addOn.revenue_schedule_type,
  usage_type: addOn.usage_type,
  usage_percentage: wish.usage_percentage ?? addOn.usage_percentage,
  measured_unit_id: addOn.measured_unit_id,
  accounting_code: addOn.accounting_code,
});
