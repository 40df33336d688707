import { TIER_TYPES } from './add-on.ts';
import {
  always,
  decimal,
  derived,
  editable,
  integer,
  link,
  list,
  maybe,
  noted,
  omittedWhenAbsent,
  oneOf,
  since,
  text,
  time,
} from './field.ts';
import { percentageTiersOf } from './percentage-tier.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';
import { subscriptionTier } from './subscription.ts';

/** The largest amount of one record, either way: units, or cents of a percentage. */
export const MAX_USAGE = 100_000_000_000;

/** Places behind the point of an amount. */
export const USAGE_PLACES = 9;

/** A subscription's usage of an add-on. */
export const usage = resource(
  'usage',
  {
    measured_unit: link(),
    amount: noted(
      'Required, unless amount_decimal is sent. Units, or cents for an add-on that charges a percentage. May be negative.',
      always(editable(integer(-MAX_USAGE, MAX_USAGE))),
    ),
    amount_decimal: noted(
      'The exact amount, of which amount is the whole part.',
      since('2.29', always(editable(decimal(USAGE_PLACES, -MAX_USAGE, MAX_USAGE)))),
    ),
    merchant_tag: editable(text()),
    recording_timestamp: noted('Your own date of the record. Default: now.', always(editable(time()))),
    usage_timestamp: noted('Decides in which period it is billed. Default: now.', always(editable(time()))),
    created_at: time(),
    updated_at: maybe(time()),
    billed_at: maybe(time()),
    usage_type: oneOf(['price', 'percentage']),
    unit_amount_in_cents: maybe(integer()),
    usage_percentage: maybe(decimal(4)),
    tier_type: since('2.29', oneOf(TIER_TYPES)),
    tiers: since('2.29', omittedWhenAbsent(derived(list(() => subscriptionTier)))),
    percentage_tiers: since('2.29', omittedWhenAbsent(derived(percentageTiersOf()))),
    id: integer(1),
  },
  { ignored: ['add_on_code', 'measured_unit_id', 'modified_at', 'subscription_id'] },
);

export type Usage = Infer<typeof usage>;
export type UsageInput = Writable<typeof usage>;
