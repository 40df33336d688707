import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import { customField } from './custom-field.ts';
import {
  always,
  asAttribute,
  code,
  currency,
  decimal,
  derived,
  embedded,
  flag,
  frozen,
  inputOnly,
  integer,
  link,
  list,
  maybe,
  noted,
  omittedWhenAbsent,
  onCreate,
  oneOf,
  orElse,
  personal,
  recordId,
  required,
  since,
  text,
  time,
  until,
  untypedDecimal,
} from './field.ts';
import { LONGEST_ITEM_CODE } from './item.ts';
import { REVENUE_SCHEDULES } from './plan.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';
import { shippingAddress } from './shipping-address.ts';

export const ADJUSTMENT_ORIGINS = [
  'plan',
  'plan_trial',
  'setup_fee',
  'add_on',
  'add_on_trial',
  'one_time',
  'debit',
  'credit',
  'coupon',
  'carryforward',
  'gift_card',
  'external_gift_card',
  'shipping_fee',
] as const;

/** The most units of a charge. */
const MOST_UNITS = 999_999;
/** The addresses that a sale can start or end at for its tax. */
const TAX_ADDRESS_SOURCES = ['origin', 'destination'] as const;

export const CREDIT_REASONS = ['general', 'service', 'promotional', 'refund', 'gift_card', 'write_off'] as const;

export const LINE_REVENUE_SCHEDULES = [...REVENUE_SCHEDULES, 'at_invoice'] as const;

/** A copy of a shipping address at the time of use. */
export const shippedTo = resource('shipping_address', {
  first_name: personal(maybe(text())),
  last_name: personal(maybe(text())),
  address1: personal(maybe(text())),
  address2: personal(maybe(text())),
  city: personal(maybe(text())),
  state: personal(maybe(text())),
  zip: personal(maybe(text())),
  country: maybe(text()),
  phone: personal(maybe(text())),
  nickname: maybe(text()),
});

/** One jurisdiction's part of a line's tax. */
export const taxDetail = resource('tax_detail', {
  name: maybe(text()),
  type: text(),
  tax_type: since('2.29', text()),
  tax_region: since('2.29', text()),
  tax_rate: decimal(6),
  tax_in_cents: integer(),
});

/** A charge or a credit: a line of an invoice, or pending until it is invoiced. */
export const adjustment = resource('adjustment', {
  type: asAttribute(oneOf(['charge', 'credit'])),
  account: link(),
  invoice: link(),
  subscription: link(),
  bill_for_account: since('2.29', link()),
  billing_info: since('2.29', link()),
  credit_adjustments: since('2.10', link()),
  item: since('2.24', link()),
  uuid: code(32),
  state: oneOf(['pending', 'invoiced']),
  description: onCreate(text(255)),
  accounting_code: onCreate(code(20)),
  product_code: onCreate(code(50)),
  item_code: noted(
    'An active item. The charge takes its name, codes and tax rules, and may not state them.',
    since('2.24', onCreate(code(LONGEST_ITEM_CODE))),
  ),
  external_sku: since('2.24', maybe(code(50))),
  origin: always(onCreate(oneOf(ADJUSTMENT_ORIGINS))),
  unit_amount_in_cents: onCreate(required(integer(-MAX_UNIT_CENTS, MAX_UNIT_CENTS))),
  quantity: noted(
    'Of a fraction: the next whole number; before 2.29, it is one unit of its amount.',
    onCreate(orElse(1, integer(1, MOST_UNITS))),
  ),
  quantity_remaining: integer(),
  refundable_total_in_cents: since('2.29', derived(integer())),
  quantity_decimal: noted(
    `The exact quantity, above 0 and at most ${MOST_UNITS}. It takes precedence over quantity.`,
    since('2.29', onCreate(untypedDecimal(9, 0, MOST_UNITS))),
  ),
  quantity_decimal_remaining: since('2.29', maybe(untypedDecimal(9))),
  proration_rate: noted(
    'The billed share of a whole period, where it is not all of it.',
    omittedWhenAbsent(since('2.9', derived(maybe(decimal(9))))),
  ),
  original_adjustment_uuid: omittedWhenAbsent(maybe(text(32))),
  discount_in_cents: integer(),
  tax_in_cents: integer(),
  total_in_cents: integer(),
  currency: always(onCreate(currency())),
  taxable: until('2.22', flag()),
  tax_type: omittedWhenAbsent(maybe(text())),
  tax_region: omittedWhenAbsent(maybe(text())),
  tax_rate: omittedWhenAbsent(maybe(decimal(6))),
  tax_exempt: onCreate(orElse(false, flag())),
  tax_inclusive: since('2.29', onCreate(orElse(false, flag()))),
  tax_code: onCreate(code(50)),
  tax_details: omittedWhenAbsent(derived(list(() => taxDetail))),
  origin_tax_address_source: omittedWhenAbsent(since('2.29', onCreate(oneOf(TAX_ADDRESS_SOURCES)))),
  destination_tax_address_source: omittedWhenAbsent(since('2.29', onCreate(oneOf(TAX_ADDRESS_SOURCES)))),
  shipping_address: omittedWhenAbsent(
    since('2.11', {
      ...frozen(onCreate(embedded(() => shippedTo))),
      input: { is: 'record', of: () => shippingAddress },
    }),
  ),
  shipping_address_id: inputOnly(since('2.11', onCreate(integer(1)))),
  custom_fields: since(
    '2.29',
    onCreate(
      orElse(
        [],
        list(() => customField),
      ),
    ),
  ),
  start_date: always(onCreate(time())),
  end_date: onCreate(time()),
  created_at: time(),
  updated_at: time(),
  revenue_schedule_type: onCreate(oneOf(LINE_REVENUE_SCHEDULES)),
  liability_gl_account_id: inputOnly(
    noted('The id of a general ledger account of the type liability.', since('2.29', onCreate(recordId()))),
  ),
  liability_gl_account_code: since('2.29', maybe(code())),
  revenue_gl_account_id: inputOnly(
    noted('The id of a general ledger account of the type revenue.', since('2.29', onCreate(recordId()))),
  ),
  revenue_gl_account_code: since('2.29', maybe(code())),
  performance_obligation_id: since('2.29', onCreate(recordId())),
  credit_reason_code: omittedWhenAbsent(since('2.10', onCreate(oneOf(CREDIT_REASONS)))),
});

export type Adjustment = Infer<typeof adjustment>;
export type AdjustmentInput = Writable<typeof adjustment>;
