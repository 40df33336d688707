import type { Issue } from '../../values/failure.ts';
import type { CAMPAIGN_SETTINGS, DunningCampaign } from './campaign.ts';
import { type DunningSchedule, scheduleIssues } from './schedule.ts';

/** An operator's input for a campaign; missing settings stay unchanged. */
export interface CampaignInput {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly schedule: Partial<DunningSchedule>;
  /** Null: the first invoice after a trial uses the ordinary schedule. */
  readonly trial_schedule?: Partial<DunningSchedule> | null;
}

type CampaignSettings = Pick<DunningCampaign, (typeof CAMPAIGN_SETTINGS)[number]>;

/** Returns the settings of a campaign after a change. A new trial schedule starts from the ordinary one. */
export const configured = (current: CampaignSettings, input: CampaignInput): CampaignSettings => {
  const { name = current.name, description = current.description } = input;
  const schedule = { ...current.schedule, ...input.schedule };
  const { trial_schedule: trial } = input;
  const named = { name, description, schedule };
  if (trial === undefined) return { ...named, trial_schedule: current.trial_schedule };
  return { ...named, trial_schedule: trial && { ...(current.trial_schedule ?? schedule), ...trial } };
};

const LONGEST_TEXT = 255;

/** Returns the problems of a campaign's texts and schedules. */
export const campaignIssues = ({ name, description, schedule, trial_schedule }: CampaignSettings): Issue[] => [
  ...Object.entries({ name, description }).flatMap(([field, text]): Issue[] =>
    text && [...text].length > LONGEST_TEXT
      ? [{ field: `campaign.${field}`, symbol: 'too_long', count: LONGEST_TEXT }]
      : [],
  ),
  ...scheduleIssues('campaign', schedule),
  ...(trial_schedule ? scheduleIssues('campaign.trial', trial_schedule) : []),
];

const CODE = /^[a-z0-9][a-z0-9-]{0,49}$/;

/** Returns the problems of a new campaign's code. */
export const campaignCodeIssues = (code: string): Issue[] =>
  CODE.test(code) ? [] : [{ field: 'campaign.code', symbol: 'invalid' }];
