import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import {
  aliasOf,
  always,
  code,
  credential,
  currency,
  derived,
  editable,
  flag,
  identity,
  inputOnly,
  integer,
  link,
  maybe,
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
  words,
} from './field.ts';
import { LONGEST_ITEM_CODE } from './item.ts';
import { resource, type Writable } from './resource.ts';
import type { Field, Infer, Presence, Writer } from './schema.ts';

export const COUPON_STATES = ['redeemable', 'expired', 'maxed_out', 'inactive'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** Letters, digits and a few characters that are safe in a URL path; dots alone are not a path segment. */
export const COUPON_CODE = /^(?!\.+$)[\p{L}\p{Nd}@_.+-]+$/u;
/** Length of a coupon's code, and of a code made from a template. */
export const LONGEST_CODE = 50;

/** Coupon codes in one request to sell. */
export const MOST_COUPON_CODES = 100;
/** Keeps every date computed from it within the calendar. */
const LONGEST_SPAN = 9999;

interface Offered {
  readonly state: CouponState;
  readonly coupon_type: 'single_code' | 'bulk' | 'unique_code';
  readonly discount_type: 'percent' | 'dollars' | 'free_trial';
  /** A unique code can be restored only while its coupon is redeemable. */
  readonly restorable: boolean;
}

/** Written once, when the coupon is created. An update may repeat the value. */
const repeatable = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, 'create', P> =>
  identity(onCreate(field));

/** A discount that customers redeem by its code. */
export const coupon = resource(
  'coupon',
  {
    redemptions: link(),
    unique_coupon_codes: link(),
    bulk_coupon: link(),
    id: since('2.5', integer(1)),
    coupon_code: credential(
      noted(
        'Matched without regard to case. Free again once the coupon is not redeemable any more.',
        repeatable(required(code(LONGEST_CODE, COUPON_CODE))),
      ),
      ({ coupon_type }) => coupon_type === 'unique_code',
    ),
    name: editable(required(text())),
    state: derived(oneOf(COUPON_STATES)),
    description: editable(text()),
    hosted_description: inputOnly(aliasOf('description', editable(text()))),
    discount_type: repeatable(required(oneOf(['percent', 'dollars', 'free_trial']))),
    discount_percent: omittedWhenAbsent(repeatable(integer(1, 100))),
    discount_in_cents: omittedWhenAbsent(repeatable(money(1, MAX_UNIT_CENTS))),
    free_trial_amount: omittedWhenAbsent(repeatable(integer(1, LONGEST_SPAN))),
    free_trial_unit: omittedWhenAbsent(repeatable(oneOf(['day', 'week', 'month']))),
    invoice_description: editable(text()),
    redeem_by_date: noted('To the end of that day, Pacific time.', editable(time())),
    single_use: noted('Older than duration, which wins.', derived(repeatable(flag()))),
    applies_for_months: noted('Older than duration, which wins.', derived(repeatable(integer(1, LONGEST_SPAN)))),
    duration: always(repeatable(oneOf(['forever', 'single_use', 'temporal']))),
    temporal_unit: repeatable(oneOf(['day', 'week', 'month', 'year'])),
    temporal_amount: repeatable(integer(1, LONGEST_SPAN)),
    max_redemptions: noted('Nil: as many as are asked for.', editable(integer(1))),
    applies_to_all_plans: repeatable(orElse(true, flag())),
    applies_to_non_plan_charges: repeatable(orElse(false, flag())),
    applies_to_all_items: since('2.29', repeatable(orElse(false, flag()))),
    redemption_resource: repeatable(orElse('account', oneOf(['account', 'subscription']))),
    max_redemptions_per_account: noted(
      'Nil: no limit. 1 for bulk coupons unless you say otherwise.',
      editable(integer(1)),
    ),
    coupon_type: repeatable(orElse('single_code', oneOf(['single_code', 'bulk']))),
    unique_code_template: noted(
      'For bulk coupons. A fixed text in single quotes; 9 a digit, x a letter, * either, at least five of them.',
      repeatable(code(LONGEST_CODE * 2)),
    ),
    unique_template_code: inputOnly(aliasOf('unique_code_template', repeatable(code(LONGEST_CODE * 2)))),
    unique_coupon_codes_count: omittedWhenAbsent(maybe(integer())),
    created_at: time(),
    updated_at: time(),
    deleted_at: maybe(time()),
    currency: noted('Ignored: each amount names its currency.', inputOnly(editable(currency()))),
    plan_codes: repeatable(orElse([], words('plan_code', LONGEST_CODE))),
    item_codes: since('2.29', repeatable(orElse([], words('item_code', LONGEST_ITEM_CODE)))),
  },
  {
    actions: {
      // A bulk coupon is redeemed by its unique codes alone, a free trial by subscribing.
      redeem: {
        method: 'post',
        when: ({ state, coupon_type, discount_type }: Offered) =>
          state === 'redeemable' && coupon_type !== 'bulk' && discount_type !== 'free_trial',
      },
      generate: {
        method: 'post',
        when: ({ state, coupon_type }: Offered) => state === 'redeemable' && coupon_type === 'bulk',
      },
      restore: { method: 'put', when: ({ restorable }: Offered) => restorable },
      update: {
        method: 'put',
        when: ({ state, coupon_type }: Offered) => state === 'redeemable' && coupon_type !== 'unique_code',
      },
      delete: { method: 'delete', when: ({ state }: Offered) => state === 'redeemable' },
    },
  },
);

/** The requested number of codes. */
export const requestedUniqueCodes = resource(
  'coupon',
  { number_of_unique_codes: inputOnly(onCreate(required(integer()))) },
  { about: () => coupon },
);

/** Limits of unique codes: per request, and in total. */
export const MOST_CODES = { perRequest: 200, perCoupon: 100_000 } as const;

/** A list of unique codes: each is shown as a coupon. */
export const uniqueCoupon = { ...coupon, plural: 'unique_coupon_codes' };

/** The stored columns of a coupon; its state follows from dates and counts. */
export type Coupon = Omit<Infer<typeof coupon>, 'state' | 'single_use' | 'applies_for_months'>;
export type CouponInput = Writable<typeof coupon>;
