import type { Seconds } from '../time.ts';
import { DEFAULT_SCHEDULE, type DunningSchedule } from './schedule.ts';

/** A named dunning schedule of a site. Each change makes a new version; invoices keep the one they entered with. */
export interface DunningCampaign {
  /** UUIDv7 as 32 hexadecimal digits. */
  readonly id: string;
  /** Lower-case letters, digits and dashes. */
  readonly code: string;
  /** Counted from 1. */
  readonly version: number;
  readonly schedule: DunningSchedule;
  /** For the first invoice after a trial; null: as for every other invoice. */
  readonly trial_schedule: DunningSchedule | null;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
}

/** What of a campaign an invoice keeps. */
export type ChosenCampaign = Pick<DunningCampaign, 'code' | 'version' | 'schedule' | 'trial_schedule'>;

/** The campaign for an invoice, and whether that is the first one after a trial. */
export interface DunningChoice {
  readonly campaign: ChosenCampaign;
  readonly afterTrial: boolean;
}

/** Whose invoices a campaign is for. An account's campaign comes before a plan's, and that before the site's. */
export const ASSIGNEES = ['account', 'plan', 'site'] as const;
export type Assignee = (typeof ASSIGNEES)[number];

export interface DunningAssignment {
  readonly assignee: Assignee;
  /** Of the account or plan; empty for the site. */
  readonly assignee_id: string;
  readonly campaign_id: string;
}

/** The campaign of a site until it has one of this code. */
export const DEFAULT_CAMPAIGN: ChosenCampaign = {
  code: 'default',
  version: 1,
  schedule: DEFAULT_SCHEDULE,
  trial_schedule: null,
};
