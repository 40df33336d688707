import type { AddOn } from '../../resources/add-on.ts';
import type { MeasuredUnit } from '../../resources/measured-unit.ts';
import type { Plan } from '../../resources/plan.ts';

/**
 * A record that is made inactive when it is deleted and kept for existing customers; clients find and list active ones
 * only.
 */
interface SoftDeletable {
  readonly state: 'active' | 'inactive';
}

export interface PlanRecord extends Omit<Plan, 'dunning_campaign_id'>, SoftDeletable {
  /** UUIDv7. */
  readonly id: string;
  /** The campaign that is assigned to it, by its id in the API. Read with the record, never written. */
  readonly dunning_campaign_id?: string | null;
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
