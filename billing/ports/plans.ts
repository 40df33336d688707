import type { AddOnRecord, MeasuredUnitRecord, PlanRecord } from '../domain/plans/record.ts';
import type { Listing } from './listing.ts';

/** Lists active records. */
export interface PlanRecords extends Listing<PlanRecord, Readonly<Record<never, never>>> {
  /** The active plan with this code. */
  find(planCode: string): Promise<PlanRecord | undefined>;
  /** The active plan with this code, whatever its case. */
  findAnyCase(planCode: string): Promise<PlanRecord | undefined>;
  /** The plan with this id, even if deleted: the one that a subscription was sold under. */
  byId(id: string): Promise<PlanRecord | undefined>;
  add(record: PlanRecord): Promise<void>;
  save(record: PlanRecord): Promise<void>;
}

/** Lists active records. */
export interface AddOnRecords extends Listing<AddOnRecord, { readonly plan_id: string }> {
  /** The active add-on with this code. */
  find(planId: string, addOnCode: string): Promise<AddOnRecord | undefined>;
  /** All active add-ons, in the order in which they were added. */
  ofPlan(planId: string): Promise<readonly AddOnRecord[]>;
  /** Renames an item in the add-ons that sell it, because its code has changed. */
  renameItem(from: string, to: string): Promise<void>;
  add(record: AddOnRecord): Promise<void>;
  save(record: AddOnRecord): Promise<void>;
}

/** Lists active records. */
export interface MeasuredUnitRecords extends Listing<MeasuredUnitRecord, Readonly<Record<never, never>>> {
  find(id: number): Promise<MeasuredUnitRecord | undefined>;
  named(name: string): Promise<MeasuredUnitRecord | undefined>;
  /** True while an active add-on of an active plan counts in it. */
  inUse(id: number): Promise<boolean>;
  add(record: MeasuredUnitRecord): Promise<void>;
  save(record: MeasuredUnitRecord): Promise<void>;
}
