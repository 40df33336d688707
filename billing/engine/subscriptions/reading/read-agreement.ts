import type { PlanRecord } from '../../../domain/plans/record.ts';
import { agreedPlan } from '../../../domain/subscriptions/agreed-plan.ts';
import { addOnOf, agreementOf, isItem } from '../../../domain/subscriptions/agreement.ts';
import { changeExceedsInvoice } from '../../../domain/subscriptions/largest-charge.ts';
import { lineCount } from '../../../domain/subscriptions/lines.ts';
import { intervalOfSubscription } from '../../../domain/subscriptions/periods.ts';
import type { AgreedPlan, SubscriptionAddOnRecord, SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { ChangedSubscriptionInput } from '../../../resources/changed-subscription.ts';
import { MOST_LINES } from '../../../resources/invoice.ts';
import type { Site } from '../../../resources/site.ts';
import type { Issue } from '../../../values/failure.ts';
import { MAX_CHARGE_CENTS } from '../../../values/money/cents.ts';
import { fraction } from '../../../values/money/fraction.ts';
import { mostIntervals } from '../../../values/periods/interval.ts';
import { LOOK_UPS_PER_TURN, type Turn, turnEvery } from '../../../values/steps.ts';
import type { Seconds } from '../../../values/time.ts';
import { ownPrice, ownPriceIssues } from '../../orders/reading/agreed-price.ts';
import { itemPriceIssues } from '../../orders/reading/read-item-add-on.ts';
import { findOrderedAddOn, isAddOn } from '../../orders/reading/read-plans.ts';
import { readChangedPrice } from './read-changed-price.ts';

const PATH = 'subscription';

type SentAddOn = NonNullable<ChangedSubscriptionInput['subscription_add_ons']>[number];

export interface ReadAgreement {
  readonly to: AgreedPlan;
  readonly issues: readonly Issue[];
}

/**
 * Returns the agreement of a subscription after a change, with its problems. Parts that the request does not mention
 * stay, at the prices at which they were sold. A new plan is sold at its current price, and keeps the add-ons that it
 * also offers unless the request lists others.
 */
export const readAgreement = async (
  records: Records,
  { site, at }: Pick<Caller, 'site' | 'at'>,
  subscription: SubscriptionRecord,
  sent: ChangedSubscriptionInput,
  turn: Turn,
): Promise<ReadAgreement> => {
  const issues: Issue[] = [];
  const code = sent.plan_code?.trim();
  const found = code ? await records.plans.find(code) : undefined;
  if (code && !found && code !== subscription.plan_code) {
    issues.push({ field: `${PATH}.plan_code`, symbol: 'invalid', reason: 'unknown_plan' });
  }
  const plan = found && found.id !== subscription.plan_id ? found : undefined;
  const { price, issues: unpriced } = readChangedPrice(subscription, sent, plan);
  issues.push(...unpriced);

  const addOns = await readAddOns(records, site, subscription, sent, plan, turn);
  issues.push(...addOns.issues);
  const chosen = {
    ...price,
    quantity: sent.quantity ?? subscription.quantity,
    add_ons: addOns.add_ons,
    shipping_method_code: sentOrHeld(sent.shipping_method_code, subscription.shipping_method_code) || null,
    shipping_amount_in_cents: sentOrHeld(sent.shipping_amount_in_cents, subscription.shipping_amount_in_cents),
  };
  const { currency } = subscription;
  const revenue_schedule_type = sent.revenue_schedule_type ?? null;
  const to: AgreedPlan = plan
    ? agreedPlan(plan, { ...chosen, currency, revenue_schedule_type })
    : {
        ...agreementOf(subscription),
        ...chosen,
        ...(sent.revenue_schedule_type === undefined ? {} : { revenue_schedule_type }),
      };
  if (linesOf({ ...subscription, ...to }) > MOST_LINES) {
    issues.push({ field: `${PATH}.subscription_add_ons`, symbol: 'too_many', count: MOST_LINES });
  }
  if (plan && !fits(subscription, to, at)) {
    issues.push({ field: `${PATH}.plan_code`, symbol: 'invalid', reason: 'beyond_calendar' });
  }
  if (changeExceedsInvoice(subscription, to, at, (sent.timeframe ?? 'now') !== 'now')) {
    issues.push({ field: `${PATH}.base`, symbol: 'invalid', count: MAX_CHARGE_CENTS });
  }
  return { to, issues };
};

/** Returns what was sent, also nil, else what is held. */
const sentOrHeld = <T>(sent: T | undefined, held: T): T => (sent === undefined ? held : sent);

/** Whether a term under the agreement ends by the year 9999, whenever the change takes place. */
const fits = (
  { starts_at, trial_ends_at, current_term_ends_at }: SubscriptionRecord,
  to: AgreedPlan,
  at: Seconds,
): boolean => {
  const latest = Math.max(at, starts_at ?? 0, trial_ends_at ?? 0, current_term_ends_at ?? 0);
  return mostIntervals(latest, intervalOfSubscription(to)) >= (to.total_billing_cycles ?? 1);
};

const linesOf = (subscription: SubscriptionRecord): number =>
  lineCount({
    subscription,
    charge: {
      kind: 'period',
      period: { startedAt: 0, endsAt: 0 },
      proration: fraction(1),
      trial: false,
      setupFee: false,
    },
  });

const readAddOns = async (
  records: Records,
  site: Site,
  subscription: SubscriptionRecord,
  { subscription_add_ons: sent }: ChangedSubscriptionInput,
  plan: PlanRecord | undefined,
  turn: Turn,
): Promise<{ readonly add_ons: readonly SubscriptionAddOnRecord[]; readonly issues: readonly Issue[] }> => {
  const { currency, plan_id } = subscription;
  if (!sent && !plan) return { add_ons: subscription.add_ons, issues: [] };
  const after = plan ?? (await records.plans.byId(plan_id)) ?? { id: plan_id, allow_any_item_on_subscriptions: false };
  const named = sent ? withSources(subscription, sent) : await alsoOfPlan(records, subscription, after);
  const add_ons: SubscriptionAddOnRecord[] = [];
  const issues: Issue[] = [];
  const lookedUp = turnEvery(LOOK_UPS_PER_TURN, turn);
  for (const [at, addOn] of named.entries()) {
    await lookedUp();
    const field = `${PATH}.subscription_add_ons[${at}]`;
    const held = heldAddOn(subscription, addOn);
    // Another plan has prices of its own for its add-ons; an item stays as it was sold where the plan allows it.
    const stays = held && (!plan || (isItem(held) && plan.allow_any_item_on_subscriptions));
    const read = stays
      ? await changedAddOn(records, after.id, held, addOn, field)
      : await findOrderedAddOn(records, { site, currency }, after, addOn, field);
    if (!isAddOn(read)) issues.push(...read);
    else if (addOnOf({ add_ons }, read)) issues.push({ field: `${field}.add_on_code`, symbol: 'taken' });
    else {
      issues.push(...repeatedIssues(read, addOn, field));
      add_ons.push(read);
    }
  }
  return { add_ons, issues };
};

/**
 * Returns the add-ons of a request with the sources that it leaves out, because older versions do not show them: those
 * that the subscription has under the same codes, in its order. A single one is that of the plan where there are both.
 */
const withSources = ({ add_ons }: Pick<SubscriptionRecord, 'add_ons'>, sent: readonly SentAddOn[]): SentAddOn[] => {
  const held = Map.groupBy(add_ons, ({ add_on_code }) => add_on_code);
  const named = Map.groupBy(sent, ({ add_on_code }) => add_on_code?.trim() ?? '');
  const places = new Map<SentAddOn, SubscriptionAddOnRecord>();
  for (const [code, entries] of named) {
    const unsourced = entries.filter(({ add_on_source }) => !add_on_source);
    const left = (held.get(code) ?? []).filter(
      (one) => !entries.some((entry) => entry.add_on_source && isItem(entry) === isItem(one)),
    );
    const inOrder = unsourced.length === 1 ? left.toSorted((a, b) => Number(isItem(a)) - Number(isItem(b))) : left;
    unsourced.forEach((entry, at) => {
      const one = inOrder[at];
      if (one) places.set(entry, one);
    });
  }
  return sent.map((entry) => {
    const one = places.get(entry);
    return one && isItem(one) ? { ...entry, add_on_source: 'item' } : entry;
  });
};

/** Returns the add-on of a subscription that a request names. An item is also found by the code that it has now. */
const heldAddOn = (subscription: SubscriptionRecord, sent: SentAddOn): SubscriptionAddOnRecord | undefined => {
  const add_on_code = sent.add_on_code?.trim() ?? '';
  const named = addOnOf(subscription, { ...sent, add_on_code });
  return named || !isItem(sent)
    ? named
    : subscription.add_ons.find((addOn) => isItem(addOn) && addOn.item_code === add_on_code);
};

/**
 * The add-ons of a subscription that another plan sells under the same code, in the same quantity, and its items where
 * that plan allows them.
 */
const alsoOfPlan = async (
  records: Records,
  { add_ons }: SubscriptionRecord,
  plan: Pick<PlanRecord, 'id' | 'allow_any_item_on_subscriptions'>,
): Promise<readonly SentAddOn[]> => {
  const sold = new Set((await records.addOns.ofPlan(plan.id)).map(({ add_on_code }) => add_on_code));
  return add_ons
    .filter((addOn) => (isItem(addOn) ? plan.allow_any_item_on_subscriptions : sold.has(addOn.add_on_code)))
    .map(({ add_on_code, add_on_source = 'plan_add_on', quantity }) => ({ add_on_code, add_on_source, quantity }));
};

/**
 * Returns an add-on after a change, or the issues of its own prices. One that was sold at a flat price of its own has
 * the tiers that its plan has for it.
 */
const changedAddOn = async (
  { addOns }: Pick<Records, 'addOns'>,
  planId: string,
  held: SubscriptionAddOnRecord,
  sent: SentAddOn,
  field: string,
): Promise<SubscriptionAddOnRecord | readonly Issue[]> => {
  const isOwn = sent.tiers?.length || sent.percentage_tiers?.length;
  const listed = isOwn && held.tier_type === 'flat' ? await addOns.find(planId, held.add_on_code) : undefined;
  const model = listed ?? held;
  const issues = isItem(held) ? itemPriceIssues(sent, field) : ownPriceIssues(sent, model, field);
  if (issues.length > 0) return issues;
  return {
    ...held,
    ...ownPrice(held, sent, model),
    quantity: sent.quantity ?? held.quantity,
    revenue_schedule_type: sent.revenue_schedule_type ?? held.revenue_schedule_type,
    usage_timeframe: sent.usage_timeframe ?? held.usage_timeframe ?? null,
    usage_calculation_type: sent.usage_calculation_type ?? held.usage_calculation_type ?? null,
  };
};

const repeatedIssues = (addOn: SubscriptionAddOnRecord, sent: SentAddOn, field: string): Issue[] =>
  (['add_on_type', 'usage_type'] as const)
    .filter((name) => sent[name] && sent[name] !== addOn[name])
    .map((name) => ({ field: `${field}.${name}`, symbol: 'immutable' }));
