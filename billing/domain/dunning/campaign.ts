import type { Seconds } from '../../values/time.ts';
import { DEFAULT_SCHEDULE, type DunningSchedule } from './schedule.ts';

/**
 * A named dunning schedule of a site. Each change creates a new version; invoices keep the version with which they
 * entered dunning.
 */
export interface DunningCampaign {
  /** UUIDv7 as 32 hexadecimal digits. */
  readonly id: string;
  /** The id by which the API names it: at most 13 letters and digits. */
  readonly public_id: string;
  /** Lower-case letters, digits and dashes. */
  readonly code: string;
  /** Null: its code. */
  readonly name: string | null;
  readonly description: string | null;
  /** Counted from 1. */
  readonly version: number;
  readonly schedule: DunningSchedule;
  /** The schedule for the first invoice after a trial; null: the ordinary one. */
  readonly trial_schedule: DunningSchedule | null;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
}

/** The members of a campaign that an operator chooses. */
export const CAMPAIGN_SETTINGS = [
  'name',
  'description',
  'schedule',
  'trial_schedule',
] as const satisfies readonly (keyof DunningCampaign)[];

/** The part of a campaign that an invoice stores. */
export type ChosenCampaign = Pick<DunningCampaign, 'public_id' | 'code' | 'version' | 'schedule' | 'trial_schedule'>;

/** The campaign for an invoice, and whether the invoice is the first one after a trial. */
export interface DunningChoice {
  readonly campaign: ChosenCampaign;
  readonly afterTrial: boolean;
}

/**
 * The possible assignees of a campaign. An account's campaign takes precedence over a plan's, and that over the site's.
 */
export const ASSIGNEES = ['account', 'plan', 'site'] as const;
export type Assignee = (typeof ASSIGNEES)[number];

export interface DunningAssignment {
  readonly assignee: Assignee;
  /** The id of the account or plan; empty for the site. */
  readonly assignee_id: string;
  readonly campaign_id: string;
}

/** The built-in campaign, which a site uses until it has one with this code. */
export const DEFAULT_CAMPAIGN: Omit<DunningCampaign, 'id' | 'created_at' | 'updated_at'> = {
  public_id: 'default',
  code: 'default',
  name: null,
  description: null,
  version: 1,
  schedule: DEFAULT_SCHEDULE,
  trial_schedule: null,
};
