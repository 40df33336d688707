import {
  code,
  flag,
  inputOnly,
  integer,
  list,
  maybe,
  omittedWhenAbsent,
  onCreate,
  oneOf,
  required,
  text,
  time,
  words,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';

const dunningInterval = resource('interval', { days: text(), email_template: text() });

/** The steps for one kind of invoice. */
const dunningCycle = resource('dunning_cycle', {
  type: oneOf(['automatic', 'manual', 'trial']),
  applies_to_manual_trial: omittedWhenAbsent(maybe(flag())),
  first_communication_interval: integer(),
  send_immediately_on_hard_decline: flag(),
  intervals: list(() => dunningInterval),
  expire_subscription: flag(),
  fail_invoice: flag(),
  total_dunning_days: integer(),
  total_recycling_days: integer(),
  version: text(),
  created_at: time(),
  updated_at: time(),
});

/** A dunning campaign of a site. Operators make and change them. */
export const dunningCampaign = resource(
  'dunning_campaign',
  {
    id: code(13),
    code: code(50),
    name: text(),
    description: maybe(text()),
    default_campaign: flag(),
    created_at: time(),
    updated_at: time(),
    deleted_at: maybe(time()),
    dunning_cycles: list(() => dunningCycle),
  },
  { actions: { bulk_update: { method: 'put', when: () => true } } },
);

/** The most plans in one request that assigns a campaign. */
export const MOST_ASSIGNED_PLANS = 500;

/** The plans to which a campaign is assigned. */
export const campaignPlans = resource(
  'dunning_campaign',
  { plan_codes: inputOnly(onCreate(required(words('plan_code', 50, MOST_ASSIGNED_PLANS)))) },
  { about: (): Resource => dunningCampaign },
);

export type CampaignPlansInput = Writable<typeof campaignPlans>;
