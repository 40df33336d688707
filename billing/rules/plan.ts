import { type Failure, type Issue, notFound } from '../failure.ts';
import type { AddOnRecord, PlanRecord } from '../ports/plans.ts';
import type { Records } from '../ports/records.ts';
import type { Resource } from '../resources/resource.ts';

export const unknownPlan = (code: string): Failure => notFound('Plan', 'plan_code', code);

/** The plan, while it is sold, or 404. */
export const needPlan = async ({ plans }: Pick<Records, 'plans'>, code: string): Promise<PlanRecord> => {
  const found = await plans.find(code);
  if (!found) throw unknownPlan(code);
  return found;
};

/** No two plans on sale have one code. */
export const codeIssues = async (
  { plans }: Pick<Records, 'plans'>,
  code: string | null | undefined,
): Promise<Issue[]> => (code && (await plans.find(code)) ? [{ field: 'plan.plan_code', symbol: 'taken' }] : []);

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

/** Fields that are said once, when the record is created, may come back unchanged and in no other way. */
export const immutableIssues = (table: Resource, held: object, sent: object): Issue[] => {
  const before = held as Readonly<Record<string, unknown>>;
  return Object.entries(sent)
    .filter(([name, value]) => table.fields[name]?.identity && value !== undefined && value !== before[name])
    .map(([name]) => ({ field: `${table.name}.${name}`, symbol: 'immutable' }));
};
