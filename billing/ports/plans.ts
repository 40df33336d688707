import type { AddOnRecord, MeasuredUnitRecord, PlanRecord } from '../plans/record.ts';
import type { Listing } from './listing.ts';

/** Lists what is active. */
export interface PlanRecords extends Listing<PlanRecord, Readonly<Record<never, never>>> {
  /** The active plan of that code. */
  find(planCode: string): Promise<PlanRecord | undefined>;
  /** The plan of that id, also after it was deleted: what subscriptions were sold under. */
  byId(id: string): Promise<PlanRecord | undefined>;
  add(record: PlanRecord): Promise<void>;
  save(record: PlanRecord): Promise<void>;
}

/** Lists what is active. */
export interface AddOnRecords extends Listing<AddOnRecord, { readonly plan_id: string }> {
  /** The active add-on of that code. */
  find(planId: string, addOnCode: string): Promise<AddOnRecord | undefined>;
  /** All that are active, in the order in which they were added. */
  ofPlan(planId: string): Promise<readonly AddOnRecord[]>;
  add(record: AddOnRecord): Promise<void>;
  save(record: AddOnRecord): Promise<void>;
}

/** Lists what is active. */
export interface MeasuredUnitRecords extends Listing<MeasuredUnitRecord, Readonly<Record<never, never>>> {
  find(id: number): Promise<MeasuredUnitRecord | undefined>;
  named(name: string): Promise<MeasuredUnitRecord | undefined>;
  /** True while an active add-on of an active plan counts in it. */
  inUse(id: number): Promise<boolean>;
  add(record: MeasuredUnitRecord): Promise<void>;
  save(record: MeasuredUnitRecord): Promise<void>;
}
