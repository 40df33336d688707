import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { AgreedPlan, ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { findPlanOffer } from '@service/billing/queries/catalogue/plans.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import type { ChangedSubscriptionInput } from '@service/billing/resources/changed-subscription.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { offers, type Visit } from '../visit.ts';

/** A plan that the customer may choose. */
export interface Choosable {
  readonly code: string;
  readonly name: string;
  readonly current: boolean;
  /** The price of one; for the current plan, with its add-ons. */
  readonly agreed: AgreedPlan;
}

export interface PlanSelection {
  readonly plan_code: string;
  /** Undefined: what was typed is no quantity. */
  readonly quantity: number | undefined;
  /** The quantity as typed. */
  readonly typed: string;
}

export const MOST_QUANTITY = 9999;

/** Lists the current plan, and the plans that the site offers in the subscription's currency. */
export const choosableOf =
  (deps: QueryDeps) =>
  async ({ caller, site }: Visit, subscription: ShownSubscription): Promise<Choosable[]> => {
    const offer = findPlanOffer(deps);
    const found = await Promise.all(site.account_page_plans.map((code) => offer(caller, code)));
    const others = found.flatMap((one) => {
      const amount = one?.plan.unit_amount_in_cents[subscription.currency];
      if (!one || amount === undefined || one.plan.id === subscription.plan_id) return [];
      return [choosable(one.plan, amount, subscription)];
    });
    const { plan_code: code, plan_name: name } = subscription;
    return [{ code, name, current: true, agreed: subscription }, ...others];
  };

const choosable = (plan: PlanRecord, amount: number, subscription: ShownSubscription): Choosable => ({
  code: plan.plan_code,
  name: plan.name,
  current: false,
  agreed: {
    ...subscription,
    unit_amount_in_cents: amount,
    interval_unit: plan.plan_interval_unit,
    interval_length: plan.plan_interval_length,
    add_ons: [],
  },
});

/** Reads a choice from a form or a URL. What is not offered stays as it is. */
export const selectionIn = (
  visit: Visit,
  { plan, quantity }: Readonly<Record<string, string | undefined>>,
  subscription: ShownSubscription,
  plans: readonly Choosable[],
): PlanSelection => ({
  plan_code: plans.some(({ code }) => code === plan) ? (plan as string) : subscription.plan_code,
  quantity: quantity === undefined || !offers(visit, 'quantity') ? subscription.quantity : quantityIn(quantity),
  typed: quantity ?? String(subscription.quantity),
});

const quantityIn = (text: string): number | undefined => {
  const count = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= MOST_QUANTITY ? count : undefined;
};

/** Whether a choice is what the customer has, with no change planned that it would drop. */
export const isUnchanged = (subscription: ShownSubscription, { plan_code, quantity }: PlanSelection): boolean =>
  plan_code === subscription.plan_code && quantity === subscription.quantity && subscription.pending === null;

/**
 * The request for a change. The same plan is not named, so that its price and its add-ons stay as agreed. `result`: the
 * result token of the challenge with which the customer confirmed the payment.
 */
export const sentFor = (
  { plan_code, quantity }: PlanSelection,
  subscription: ShownSubscription,
  result?: string,
): Submitted<ChangedSubscriptionInput> => ({
  value: {
    timeframe: 'now',
    quantity: quantity ?? subscription.quantity,
    ...(plan_code === subscription.plan_code ? {} : { plan_code }),
    ...(result ? { billing_info: { three_d_secure_action_result_token_id: result } } : {}),
  },
  issues: [],
});
