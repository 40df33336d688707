import type { AddOn } from '../resources/add-on.ts';
import type { MeasuredUnit } from '../resources/measured-unit.ts';
import type { Plan } from '../resources/plan.ts';

/** What is deleted is kept as inactive, for those who bought it; clients find and list only what is active. */
interface Kept {
  readonly state: 'active' | 'inactive';
}

export interface PlanRecord extends Plan, Kept {
  /** UUIDv7. */
  readonly id: string;
}

export interface AddOnRecord extends AddOn, Kept {
  /** UUIDv7. */
  readonly id: string;
  readonly plan_id: string;
}

export interface MeasuredUnitRecord extends MeasuredUnit, Kept {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
}
