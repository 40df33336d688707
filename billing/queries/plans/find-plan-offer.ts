import type { AddOnRecord, PlanRecord } from '../../domain/plans/record.ts';
import { siteQuery } from '../site-query.ts';

/** A plan on sale with all its add-ons. */
export interface PlanOffer {
  readonly plan: PlanRecord;
  readonly addOns: readonly AddOnRecord[];
}

/** Returns a plan on sale with its add-ons; undefined for any other code. */
export const findPlanOffer = siteQuery(async ({ plans, addOns }, code: string): Promise<PlanOffer | undefined> => {
  const plan = await plans.find(code);
  return plan && { plan, addOns: await addOns.ofPlan(plan.id) };
});
