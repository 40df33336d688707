import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import {
  aliasOf,
  code,
  decimal,
  derived,
  editable,
  exact,
  flag,
  identity,
  inputOnly,
  integer,
  link,
  list,
  maybe,
  money,
  noted,
  omittedWhenAbsent,
  onCreate,
  oneOf,
  orElse,
  required,
  requiredWithout,
  since,
  text,
  time,
} from './field.ts';
import { ITEM_STATES, LONGEST_ITEM_CODE } from './item.ts';
import { ledgerReferences } from './ledger-references.ts';
import { percentageTier } from './percentage-tier.ts';
import { REVENUE_SCHEDULES } from './plan.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

export const TIER_TYPES = ['flat', 'tiered', 'volume', 'stairstep'] as const;

export const USAGE_TIMEFRAMES = ['billing_period', 'subscription_term'] as const;
export const USAGE_CALCULATIONS = ['cumulative', 'last_in_period'] as const;

/** The ending quantity of the last tier, which has no upper bound. */
export const NO_END = 999_999_999;

export const MOST_TIERS = 100;
const MOST_CURRENCIES = 200;
const ADD_ON_CODE = /^(?!\.+$)[A-Za-z0-9@\-_.]+$/;

/** The price of a unit, or of a step, up to a quantity. */
export const tier = resource('tier', {
  ending_quantity: noted(
    `Inclusive. Nil or ${NO_END}: the last tier, which has no end.`,
    editable(orElse(NO_END, integer(1, NO_END))),
  ),
  unit_amount_in_cents: required(editable(money(0, MAX_UNIT_CENTS))),
});

/** A product that a subscription may have besides its plan: a fixed part of each cycle, or usage, billed in arrears. */
export const addOn = resource('add_on', {
  plan: link(),
  measured_unit: link(),
  item: since('2.25', link()),
  add_on_code: noted(
    'Found as it is written; no other add-on of the plan has the same in another case.',
    identity(onCreate(requiredWithout('item_code', code(50, ADD_ON_CODE)))),
  ),
  item_code: noted(
    'An active item, in place of add_on_code, which it becomes. Name, codes and tax code are those of the item.',
    since('2.25', omittedWhenAbsent(identity(onCreate(code(LONGEST_ITEM_CODE))))),
  ),
  external_sku: since('2.25', omittedWhenAbsent(maybe(code(50)))),
  item_state: since('2.25', omittedWhenAbsent(derived(maybe(oneOf(ITEM_STATES))))),
  name: requiredWithout('item_code', editable(text())),
  add_on_type: identity(onCreate(orElse('fixed', oneOf(['fixed', 'usage'])))),
  usage_type: noted('Required for usage.', omittedWhenAbsent(identity(onCreate(oneOf(['price', 'percentage']))))),
  usage_percentage: noted('Required for a percentage without tiers.', omittedWhenAbsent(editable(decimal(4, 0, 100)))),
  measured_unit_id: noted('Required for usage.', omittedWhenAbsent(identity(onCreate(integer(1))))),
  default_quantity: editable(orElse(1, integer(0, NO_END))),
  display_quantity_on_hosted_page: editable(orElse(false, flag())),
  display_quantity: inputOnly(aliasOf('display_quantity_on_hosted_page', editable(flag()))),
  optional: editable(orElse(true, flag())),
  tax_code: editable(code(50)),
  unit_amount_in_cents: noted(
    'Required, unless there are tiers or a percentage. The currencies sent change, the others stay; a nil one is taken away.',
    omittedWhenAbsent(editable(money(0, MAX_UNIT_CENTS))),
  ),
  tier_type: since('2.26', identity(onCreate(orElse('flat', oneOf(TIER_TYPES))))),
  tiers: noted(
    'Required unless flat, in any order. An update replaces all of them.',
    since(
      '2.26',
      omittedWhenAbsent(
        exact(
          editable(
            orElse(
              [],
              list(() => tier, MOST_TIERS),
            ),
          ),
        ),
      ),
    ),
  ),
  usage_timeframe: noted(
    'When tiered usage starts again at the first tier: with every period, the default, or with every term.',
    since('2.29', omittedWhenAbsent(identity(onCreate(oneOf(USAGE_TIMEFRAMES))))),
  ),
  usage_calculation_type: noted(
    'Of usage at a price: the sum of a period, which nil means too, or the last record of it.',
    since('2.29', editable(oneOf(USAGE_CALCULATIONS))),
  ),
  percentage_tiers: noted(
    'Required for a percentage that is tiered or by volume, for each currency of the plan. An update replaces all.',
    since(
      '2.29',
      omittedWhenAbsent(
        editable(
          orElse(
            [],
            list(() => percentageTier, MOST_CURRENCIES),
          ),
        ),
      ),
    ),
  ),
  accounting_code: noted('The code of the add-on, unless you say otherwise.', editable(code(20))),
  revenue_schedule_type: editable(oneOf(REVENUE_SCHEDULES)),
  ...ledgerReferences,
  created_at: time(),
  updated_at: time(),
});

export type Tier = Infer<typeof tier>;
export type AddOn = Infer<typeof addOn>;
export type AddOnInput = Writable<typeof addOn>;
