import type { AddOnRecord, MeasuredUnitRecord, PlanRecord } from '../../domain/plans/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { MeasuredUnitInput } from '../../resources/measured-unit.ts';
import { type Failure, type Issue, notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

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

/** Lists the add-ons of a plan. */
export const listAddOns = siteList(({ addOns }) => addOns);

/** Lists the units that usage is counted in. */
export const listMeasuredUnits = siteList(({ measuredUnits }) => measuredUnits);

/** Lists the plans on sale. */
export const listPlans = siteList(({ plans }) => plans);

/** Returns the unit with the number that clients see. Throws `not_found`. */
export const needMeasuredUnit = async (
  { measuredUnits }: Pick<Records, 'measuredUnits'>,
  id: string,
): Promise<MeasuredUnitRecord> => {
  const known = /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
  const found = known ? await measuredUnits.find(Number(id)) : undefined;
  if (!found) throw notFound('MeasuredUnit', 'id', id);
  return found;
};

/** Returns the issue of a name that another unit of the site has. */
export const nameIssues = async (
  { measuredUnits }: Pick<Records, 'measuredUnits'>,
  { name }: Pick<MeasuredUnitInput, 'name'>,
  held?: MeasuredUnitRecord,
): Promise<Issue[]> => {
  const taken = name && name !== held?.name && (await measuredUnits.named(name));
  return taken ? [{ field: 'measured_unit.name', symbol: 'taken' }] : [];
};

/** Returns a measured unit. Throws `not_found`. */
export const findMeasuredUnit = siteQuery(needMeasuredUnit);

export const unknownPlan = (code: string): Failure => notFound('Plan', 'plan_code', code);

/** Returns the plan while it is sold. Throws `not_found`. */
export const needPlan = async ({ plans }: Pick<Records, 'plans'>, code: string): Promise<PlanRecord> => {
  const found = await plans.find(code);
  if (!found) throw unknownPlan(code);
  return found;
};

/**
 * Returns the issue of a code that another plan on sale has, regardless of case. `held`: the plan that the code is for.
 */
export const codeIssues = async (
  { plans }: Pick<Records, 'plans'>,
  code: string | null | undefined,
  held?: PlanRecord,
): Promise<Issue[]> => {
  const found = code ? await plans.findAnyCase(code) : undefined;
  return found && found.id !== held?.id ? [{ field: 'plan.plan_code', symbol: 'taken' }] : [];
};

/** Returns an add-on of a plan while both are sold. Throws `not_found`. */
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
