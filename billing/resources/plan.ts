import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import { customField } from './custom-field.ts';
import {
  acceptedSince,
  always,
  code,
  derived,
  editable,
  flag,
  identity,
  integer,
  link,
  list,
  money,
  noted,
  omittedWhenAbsent,
  onCreate,
  oneOf,
  orElse,
  required,
  since,
  text,
  time,
} from './field.ts';
import { ledgerReferences } from './ledger-references.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

export const INTERVAL_UNITS = ['days', 'months'] as const;

/** The schedules by which received money counts as revenue. */
export const REVENUE_SCHEDULES = ['never', 'evenly', 'at_range_start', 'at_range_end'] as const;

/** Letters, digits and `@ - _ .`; dots alone are refused, because a URL path with them resolves elsewhere. */
const PLAN_CODE = /^(?!\.+$)[A-Za-z0-9@\-_.]+$/;
const ADDRESS = /^https?:\/\/\S+$/i;

/** The longest interval, in its unit. */
const LONGEST = 9999;
/** The most billing cycles of a term. */
export const MOST_CYCLES = 9999;

export const MOST_RAMP_INTERVALS = 12;

/** The paid cycle from which an interval of a ramp applies. */
export const startingCycle = noted('Counted from the first paid one.', editable(orElse(1, integer(1, MOST_CYCLES))));

/** The prices of a plan from a paid cycle on. */
export const planRampInterval = resource(
  'ramp_interval',
  {
    starting_billing_cycle: startingCycle,
    unit_amount_in_cents: required(editable(money(0, MAX_UNIT_CENTS))),
  },
  { ignored: ['ending_on', 'remaining_billing_cycles', 'starting_on'] },
);

/** A plan that accounts subscribe to. A price change applies to new subscriptions only. */
export const plan = resource(
  'plan',
  {
    add_ons: link(),
    plan_code: noted(
      'Letters, digits, @, -, _ and dots, found as it is written; no other plan on sale has the same in another case. Free again once the plan is deleted.',
      required(editable(code(50, PLAN_CODE))),
    ),
    pricing_model: since('2.29', acceptedSince('2.0', identity(onCreate(orElse('fixed', oneOf(['fixed', 'ramp'])))))),
    ramp_intervals: noted(
      'Required of a ramp, and of no other plan: the first starts with cycle 1, each with prices in the same currencies. An update replaces all of them, for new subscriptions.',
      since(
        '2.29',
        omittedWhenAbsent(
          editable(
            orElse(
              [],
              list(() => planRampInterval, MOST_RAMP_INTERVALS),
            ),
          ),
        ),
      ),
    ),
    name: required(editable(text())),
    description: editable(text(2000)),
    success_url: editable(text(2000, ADDRESS)),
    cancel_url: editable(text(2000, ADDRESS)),
    display_donation_amounts: editable(orElse(false, flag())),
    display_quantity: editable(orElse(false, flag())),
    display_phone_number: editable(orElse(false, flag())),
    bypass_hosted_confirmation: editable(orElse(false, flag())),
    unit_name: editable(orElse('unit', text(50))),
    payment_page_tos_link: editable(text(2000, ADDRESS)),
    plan_interval_length: identity(onCreate(orElse(1, integer(1, LONGEST)))),
    plan_interval_unit: identity(onCreate(orElse('months', oneOf(INTERVAL_UNITS)))),
    trial_interval_length: noted('0: no trial.', editable(orElse(0, integer(0, LONGEST)))),
    trial_interval_unit: editable(orElse('months', oneOf(INTERVAL_UNITS))),
    total_billing_cycles: noted('Nil: until it is canceled.', editable(integer(1, MOST_CYCLES))),
    accounting_code: editable(code(20)),
    setup_fee_accounting_code: editable(code(20)),
    revenue_schedule_type: editable(oneOf(REVENUE_SCHEDULES)),
    setup_fee_revenue_schedule_type: editable(oneOf(REVENUE_SCHEDULES)),
    ...ledgerReferences,
    setup_fee_liability_gl_account_id: ledgerReferences.liability_gl_account_id,
    setup_fee_revenue_gl_account_id: ledgerReferences.revenue_gl_account_id,
    setup_fee_performance_obligation_id: ledgerReferences.performance_obligation_id,
    created_at: time(),
    updated_at: time(),
    tax_exempt: editable(orElse(false, flag())),
    tax_code: editable(code(50)),
    trial_requires_billing_info: since('2.6', editable(orElse(true, flag()))),
    auto_renew: since('2.13', editable(orElse(true, flag()))),
    allow_any_item_on_subscriptions: noted(
      'Subscriptions may sell items besides the add-ons of the plan. Later changes leave those that they have.',
      since('2.27', editable(orElse(false, flag()))),
    ),
    custom_fields: since(
      '2.29',
      editable(
        orElse(
          [],
          list(() => customField),
        ),
      ),
    ),
    dunning_campaign_id: since('2.29', noted('Empty: no campaign of its own.', derived(editable(code(13))))),
    unit_amount_in_cents: noted(
      'Required of a fixed price. The currencies sent change, the others stay; a nil one is taken away. Of a ramp: that of its first interval, shown before 2.29.',
      omittedWhenAbsent(always(editable(money(0, MAX_UNIT_CENTS)))),
    ),
    setup_fee_in_cents: noted(
      '0 in each currency that says nothing else. Charged once, whatever the quantity.',
      editable(orElse({}, money(0, MAX_UNIT_CENTS))),
    ),
  },
  { ignored: ['payment_page_css'] },
);

export type PlanRampInterval = Infer<typeof planRampInterval>;
export type Plan = Infer<typeof plan>;
export type PlanInput = Writable<typeof plan>;
