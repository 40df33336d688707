import type { Issue } from '../../values/failure.ts';
import type { DunningCampaign } from './campaign.ts';
import { type DunningSchedule, scheduleIssues } from './schedule.ts';

/** An operator's input for a campaign; missing settings stay unchanged. */
export interface CampaignInput {
  readonly schedule: Partial<DunningSchedule>;
  /** Null: the first invoice after a trial uses the ordinary schedule. */
  readonly trial_schedule?: Partial<DunningSchedule> | null;
}

type Schedules = Pick<DunningCampaign, 'schedule' | 'trial_schedule'>;

/** Returns the schedules of a campaign after a change. A new trial schedule starts from the ordinary one. */
export const configured = (current: Schedules, input: CampaignInput): Schedules => {
  const schedule = { ...current.schedule, ...input.schedule };
  const { trial_schedule: trial } = input;
  if (trial === undefined) return { schedule, trial_schedule: current.trial_schedule };
  return { schedule, trial_schedule: trial && { ...(current.trial_schedule ?? schedule), ...trial } };
};

/** Returns the problems of a campaign's schedules. */
export const campaignIssues = ({ schedule, trial_schedule }: Schedules): Issue[] => [
  ...scheduleIssues('campaign', schedule),
  ...(trial_schedule ? scheduleIssues('campaign.trial', trial_schedule) : []),
];

const CODE = /^[a-z0-9][a-z0-9-]{0,49}$/;

/** Returns the problems of a new campaign's code. */
export const campaignCodeIssues = (code: string): Issue[] =>
  CODE.test(code) ? [] : [{ field: 'campaign.code', symbol: 'invalid' }];
