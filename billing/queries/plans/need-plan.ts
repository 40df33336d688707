import type { AddOnRecord, PlanRecord } from '../../domain/plans/record.ts';
import type { Records } from '../../ports/storage.ts';
import { type Failure, type Issue, notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';

export const unknownPlan = (code: string): Failure => notFound('Plan', 'plan_code', code);

/** The plan, while it is sold, or 404. */
export const needPlan = async ({ plans }: Pick<Records, 'plans'>, code: string): Promise<PlanRecord> => {
  const found = await plans.find(code);
  if (!found) throw unknownPlan(code);
  return found;
};

/** No two plans on sale have one code, whatever its case. `held`: the plan that is to have it. */
export const codeIssues = async (
  { plans }: Pick<Records, 'plans'>,
  code: string | null | undefined,
  held?: PlanRecord,
): Promise<Issue[]> => {
  const found = code ? await plans.findAnyCase(code) : undefined;
  return found && found.id !== held?.id ? [{ field: 'plan.plan_code', symbol: 'taken' }] : [];
};

/** An add-on of a plan, while both are sold, or 404. */
export const needAddOn = async (
  records: Pick<Records, 'plans' | 'addOns'>,
  planCode: string,
  addOnCode: string,
): Promise<AddOnRecord> => {
  const plan = await needPlan(records, planCode);
  const found = await records.addOns.find(plan.id, addOnCode);
  if (!found) throw notFound('AddOn', 'add_on_code', addOnCode);
  return found;
};

/** Returns a plan on sale. Throws `not_found`. */
export const findPlan = siteQuery(needPlan);

/** Returns an add-on on sale of a plan. Throws `not_found`. */
export const findAddOn = siteQuery(needAddOn);
