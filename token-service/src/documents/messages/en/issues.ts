import type { IssueReason, IssueSymbol } from '@service/billing/values/failure.ts';

type Words = (count: number | string | undefined) => string;

const always =
  (text: string): Words =>
  () =>
    text;

/** Messages about one field. A client puts the name of the field in front. */
export const issues: Readonly<Record<IssueSymbol, Words>> = {
  blank: always("can't be blank"),
  empty: always("can't be empty"),
  taken: always('has already been taken'),
  // The total of an invoice; a field named `base` has no value of its own that could be invalid.
  invalid: (limit) => (limit === undefined ? 'is invalid' : `exceeds the limit of an invoice, ${limit} cents`),
  not_a_number: always('is not a number'),
  not_an_integer: always('must be an integer'),
  greater_than: (count) => `must be greater than ${count}`,
  greater_than_or_equal_to: (count) => `must be greater than or equal to ${count}`,
  less_than_or_equal_to: (count) => `must be less than or equal to ${count}`,
  equal_to: (count) => `must be equal to ${count}`,
  too_long: (count) => `is too long (maximum is ${count} characters)`,
  too_short: (count) => `is too short (minimum is ${count} characters)`,
  wrong_length: (count) => `is the wrong length (should be ${count} characters)`,
  inclusion: always('is not included in the list'),
  present: always('must be blank'),
  confirmation: always("doesn't match confirmation"),
  invalid_email: always('is not a valid email address'),
  not_found: always('could not be found'),
  expired: always('is expired'),
  invalid_currency: always('is not a valid currency here'),
  maxed_out_for_account: always('Coupon has reached max redemptions for this account'),
  in_past: (hours) =>
    hours === undefined
      ? 'must be in the future'
      : `must be in the future by at least ${hours === 1 ? 'an hour' : `${hours} hours`}`,
  too_low: (count) => `must be greater than ${count}`,
  too_many: (count) => `has too many entries (maximum is ${count})`,
  multiple_currencies: always('must be sent, because pending charges and credits are in several currencies'),
  immutable: always('cannot be changed'),
  contains_card_number: always('must not contain a card number'),
};

/** The reasons why a value is invalid, and what to send instead. */
export const reasons: Readonly<Record<IssueReason, string>> = {
  not_a_code_template:
    "fixed text in single quotes, and at least five places: 9 for a digit, x for a letter, * for either, such as 'spring-'xx999; codes have at most 50 characters",
  unknown_plan: 'there is no plan with this code',
  rounds_to_nothing: 'it rounds to nothing; refund a larger part of the line',
  whole_shipping_fee: 'a shipping fee is refunded in full or not at all; leave the line out, or refund all of it',
  inactive_item: 'the item is inactive; reactivate it, or send another one',
  items_not_allowed:
    'the plan does not allow items; set its allow_any_item_on_subscriptions, or send one of its add-ons',
  unsourced_item:
    'the plan has no add-on with this code, but there is such an item; send add_on_source with item to sell that',
  of_the_item: 'comes from the item; leave it out, or sell it without item_code',
  unknown_add_on: 'the plan has no add-on with this code',
  unknown_coupon: 'there is no coupon with this code',
  unknown_account: 'there is no account with this code',
  unknown_external_product: 'there is no external product with this reference',
  unknown_external_phase: 'the subscription has no phase that begins with this period',
  unknown_measured_unit: 'there is no measured unit with this id',
  unknown_time_zone: 'this is no time zone; send an IANA name such as Europe/Berlin',
  unknown_business_entity: 'there is no business entity with this id',
  unknown_invoice_template: 'there is no invoice template with this uuid',
  unknown_variable:
    'braces stand for a custom field that the site has, such as {subscription.size}: of account, subscription, plan, item or charge',
  unknown_account_variable: 'braces stand for a custom field of accounts that the site has, such as {account.size}',
  unknown_gl_account: 'there is no general ledger account with this id',
  gl_account_of_another_type: 'the general ledger account has the other type; send the id of one of this type',
  unknown_performance_obligation: 'there is no performance obligation with this id',
  unknown_custom_field: 'the site has no custom field with this name',
  coupon_not_redeemable:
    'the coupon has expired, is used up, was made inactive, or is the name of a bulk coupon; send another code',
  coupon_does_not_apply: 'the coupon covers nothing of what is sold',
  coupon_cannot_change: 'codes of a bulk coupon change with their coupon only; send the code of the coupon',
  not_a_bulk_coupon: 'only a bulk coupon has unique codes',
  account_closed: 'this account is closed; reopen it, or name another one',
  account_in_a_hierarchy: 'a parent has no parent of its own, and an account with children cannot have one',
  no_parent_to_bill: 'the account has no parent to bill; send its parent_account_code too, or self',
  parent_is_billed: 'the account is billed to its parent; send bill_to with self too',
  parent_closed: 'the parent is closed; reopen it first',
  parent_pays: 'the account is billed to its parent, whose payment methods pay; leave it out',
  unpaid_invoices: 'an invoice with its charges is not paid yet; collect it or mark it as failed first',
  subscription_expired: 'this subscription has expired; name one that is active',
  addresses_besides_id: 'the request has addresses for the account as well; send either those or the id of one',
  not_immediate: 'only a change with the timeframe now takes it; leave it out',
  price_of_a_ramp: 'the plan has a ramp, whose prices are ramp_intervals; leave it out',
  fixed_price: 'the plan has a fixed price; leave it out',
  ramp_of_a_subscription: 'each subscription has its own; send it there',
  earlier_interval: 'prices before the current interval cannot change; repeat them',
  not_in_a_trial: 'the subscription is not in a trial; leave it out',
  before_first_day: 'the period ends on this day, before it begins; give a later day',
  not_a_month: 'give a month such as 2026-10',
  not_a_day: 'give a day such as 2026-11-30',
  not_a_named_period: 'give a quarter such as 2026-Q3, a month such as 2026-09, or a year such as 2026',
  days_or_name: 'the days are given as well; send either the period or its first and last day',
  unknown_filter: 'the report has no such filter; give one of',
  not_a_period: 'this line is for no period, so nothing can be prorated; leave it out',
  refund_part_missing:
    'say how much of the line is refunded: quantity, quantity_decimal, amount_in_cents or percentage',
  one_refund_part:
    'one of quantity, quantity_decimal, amount_in_cents and percentage says how much of the line is refunded; send only one',
  lines_refunded: 'units of its lines were refunded; send line_items, or neither to refund all that is left',
  amount_beside_lines: 'the request has line_items as well; send one of them',
  of_an_external_refund: 'only an external refund has it; leave it out, or send external_refund too',
  address_beside_id: 'the request has a shipping_address as well; send one of them',
  method_beside_uuid: 'the request has billing_info as well; send one of them',
  field_of_another_method: 'it belongs to another payment method than the one that is sent; leave it out',
  method_beside_gateway_token: 'the request has another payment method as well; send one of them',
  of_a_mandate: 'only debits by SEPA, BACS and BECS have a mandate; leave it out',
  of_a_card: 'only a card has it; leave it out',
  of_usage: 'only usage has it; leave it out, or send add_on_type with usage',
  of_tiered_usage: 'only usage with tier_type tiered has it; leave it out',
  of_usage_at_a_price: 'only usage at a price has it; leave it out',
  last_record_in_a_term:
    'the last record of a period is not counted on through a term; leave it out, or usage_timeframe',
  priced_otherwise: 'the price is a percentage or is in tiers; leave it out',
  of_a_flat_percentage: 'only a percentage with tier_type flat has it; leave it out',
  of_tiers: 'only a price with tier_type tiered, volume or stairstep has tiers; leave them out',
  of_tiered_percentages: 'only a percentage with tier_type tiered or volume has them; leave them out',
  last_tier: 'the last tier has no end; leave it out',
  of_one_day: 'the report is about one day; leave it out',
  moment_beside_seconds: 'the request has now as well; send one of them',
  no_manual_invoicing: 'the site has no manual invoicing; leave it out, or set --manual-invoicing on',
  pays_for_new_ones: 'a gift card pays for a new subscription only; leave it out',
  stored_first: 'a payment method is stored first, with a request of its own; leave it out',
  prorates_units: 'only a quantity is prorated; leave it out, or send a quantity',
  too_far_ahead: 'this is too far ahead; send an earlier date',
  beyond_calendar: 'the term would end after the year 9999',
  no_tax_for_address: 'the tax cannot be computed for this address; correct country, region and postal code',
  vat_number_of_another_country: 'this is not a VAT number of the country; correct one of them',
  no_payment_to_refund: 'no payment that is left can be refunded this way; choose another refund_method',
  in_future: 'this is in the future; send a moment that has passed',
  address_of_closed_month:
    'the month of the invoice is closed; credit the invoice and bill it again, or have the owner reopen the month',
  zone_of_closed_months: 'months were closed in another time zone; keep it, or reopen them first',
  outside_billed_periods: 'this is in no period that usage can still be added to; send a moment of the current one',
  not_ascending: 'days are whole numbers from 0 on, each greater than the one before',
  differs_from_purchase: 'this differs from what the purchase says; leave it out here',
  postal_code_of_another_country: 'this is not a postal code of the country; correct one of them',
  primary_has_no_successor:
    'the account pays with this method; make another one the primary first, with primary_payment_method true',
  backup_is_primary: 'the primary cannot be its own backup; name another method, or leave it out',
  unknown_gateway_token:
    'the gateway account has no payment method with this token that can be charged again; send that of a method that belongs to a customer there',
  untaken_gateway_token: 'payments are not taken with this kind of payment method; send the token of a card',
  other_gateway_customer: 'the payment method belongs to another customer at the gateway; correct one of them',
  not_an_iban: 'an IBAN has two letters, two digits and the account, as long as that of its country is',
  iban_check_digits: 'the check digits do not fit; correct the number',
  iban_outside_sepa: 'only accounts in the euro payments area (SEPA) are debited; send one of them',
  not_a_sort_code: 'a sort code has six digits, such as 20-00-00',
  not_a_british_account: 'an account number of a British bank has eight digits; a shorter one begins with zeros',
  not_a_bsb_code: 'a BSB code has six digits, such as 062-000',
  not_an_australian_account: 'an account number of an Australian bank has five to nine digits',
  type_of_another_method: 'what is sent is of another type; correct one of them, or leave the type out',
  debits_another_currency:
    'the payment method debits a bank account, in one currency only: by SEPA in EUR, by BACS in GBP, by BECS in AUD, a US bank account in USD; send that currency, or choose another payment method',
  merchant_needs_stored_method:
    'without the customer, only a stored payment method is charged; store it first, or leave the initiator out',
  prefers_at_gateway: 'the method is stored as the gateway holds it; send this with a request of its own',
  gift_card_canceled: 'the gift card was canceled; send the code of another one',
  gift_card_already_redeemed: 'the gift card was redeemed before; send the code of another one',
  gift_card_not_paid: 'the gift card is not paid for yet; send it once its purchase has settled',
};

/** Messages about what a whole record lacks, by its field and the symbol. */
export const missingParts: Readonly<Record<string, string>> = {
  'purchase.base blank': 'send subscriptions, adjustments or both',
};

/** Descriptions of what to send instead, by symbol. */
export const remedies: Readonly<Record<IssueSymbol, string>> = {
  blank: 'A value. For the base of a purchase: subscriptions, adjustments or both.',
  empty: 'At least one entry.',
  taken: 'A value that no other record has.',
  invalid:
    'A value of the form that the table of the record describes. Of plan_code, coupon_code and add_on_code: the code of a record that exists and is active; a coupon must also apply to what is sold, and not be expired or used up. Of a gift card: one that is paid and was neither redeemed nor canceled. Of base: a smaller total.',
  not_a_number: 'Digits, without spaces or separators.',
  not_an_integer: 'A whole number.',
  greater_than: 'A number above N.',
  greater_than_or_equal_to: 'N or more.',
  less_than_or_equal_to: 'N or less. Of a refund, N is what can still be refunded.',
  equal_to: 'N.',
  too_long: 'At most N characters.',
  too_short: 'At least N characters.',
  wrong_length: 'Exactly N characters: three for a currency.',
  inclusion:
    'One of the values that follow the colon. Without a colon: true or false, a country of ISO 3166-1 in two letters, a currency of ISO 4217 that the site sells in, or a year of two or four digits.',
  present: 'Nothing: leave the element out. Its description says what it cannot be combined with.',
  confirmation: 'The same value twice.',
  invalid_email: 'An address such as ada@example.com.',
  not_found: 'The code, number or id of a record that exists.',
  expired: 'A month and year that are not over.',
  invalid_currency: 'A currency in which the plan, the coupon or the gift card has an amount.',
  maxed_out_for_account: 'Another coupon.',
  in_past: 'A later time.',
  multiple_currencies: 'One of the currencies that follow the colon.',
  too_low: 'A number above N.',
  too_many: 'At most N entries.',
  immutable: 'The value that the record has, or nothing.',
  contains_card_number: 'Text without a card number. Card numbers belong in the card fields of the browser.',
};
