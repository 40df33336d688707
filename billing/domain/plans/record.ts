import type { AddOn } from '../../resources/add-on.ts';
import type { MeasuredUnit } from '../../resources/measured-unit.ts';
import type { Plan } from '../../resources/plan.ts';

/** What is deleted is kept as inactive, for those who bought it; clients find and list only what is active. */
interface SoftDeletable {
  readonly state: 'active' | 'inactive';
}

export interface PlanRecord extends Plan, SoftDeletable {
  /** UUIDv7. */
  readonly id: string;
}

export interface AddOnRecord extends AddOn, SoftDeletable {
  /** UUIDv7. */
  readonly id: string;
  readonly plan_id: string;
}

export interface MeasuredUnitRecord extends MeasuredUnit, SoftDeletable {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
}
