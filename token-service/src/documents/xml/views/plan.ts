import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';

/** Returns a plan as a version shows it: one that does not know ramps sees the price of the first interval. */
export const planView = (record: PlanRecord, version: Version) =>
  record.pricing_model === 'ramp' && atLeast(version, '2.29') ? { ...record, unit_amount_in_cents: null } : record;
