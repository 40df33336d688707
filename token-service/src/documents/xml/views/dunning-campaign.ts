import type { DunningSchedule } from '@service/billing/domain/dunning/schedule.ts';
import type { ShownCampaign } from '@service/billing/queries/dunning/dunning.ts';

/** The mail of a dunning event. */
const TEMPLATE = 'payment_declined';

/** A campaign as the API shows it: its schedule, one cycle for each kind of invoice. */
export const dunningCampaignView = (campaign: ShownCampaign) => {
  const { public_id, code, schedule, trial_schedule } = campaign;
  const cycle = (type: 'automatic' | 'manual' | 'trial', { days, final_day, ...ends }: DunningSchedule) => {
    const steps = [...days, final_day];
    const [first = final_day] = steps;
    return {
      type,
      applies_to_manual_trial: type === 'trial' ? true : null,
      first_communication_interval: first,
      send_immediately_on_hard_decline: false,
      intervals: steps.slice(1).map((day, before) => ({
        days: String(day - (steps[before] ?? 0)),
        email_template: TEMPLATE,
      })),
      expire_subscription: ends.subscription === 'expire',
      fail_invoice: ends.invoice === 'fail',
      total_dunning_days: final_day - first,
      total_recycling_days: final_day,
      version: String(campaign.version),
      // Each change makes a new version.
      created_at: campaign.updated_at,
      updated_at: campaign.updated_at,
    };
  };
  return {
    ...campaign,
    id: public_id,
    name: campaign.name ?? code,
    deleted_at: null,
    dunning_cycles: [
      cycle('automatic', schedule),
      cycle('manual', schedule),
      ...(trial_schedule ? [cycle('trial', trial_schedule)] : []),
    ],
  };
};
