import type { Issue, IssueSymbol } from '@service/billing/values/failure.ts';

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
  immutable: always('cannot be changed'),
  contains_card_number: always('must not contain a card number'),
};

/** Descriptions of values of a certain form. */
export const forms: Readonly<Record<NonNullable<Issue['form']>, string>> = {
  code_template:
    "fixed text in single quotes, and at least five places: 9 for a digit, x for a letter, * for either, such as 'spring-'xx999; codes have at most 50 characters",
  gift_card_canceled: 'the gift card was canceled; send the code of another one',
  gift_card_already_redeemed: 'the gift card was redeemed before; send the code of another one',
  gift_card_not_paid: 'the gift card is not paid for yet; send it once its purchase has settled',
};

/** Messages about what a whole record lacks, by its field and the symbol. */
export const missing: Readonly<Record<string, string>> = {
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
  too_low: 'A number above N.',
  too_many: 'At most N entries.',
  immutable: 'The value that the record has, or nothing.',
  contains_card_number: 'Text without a card number. Card numbers belong in the card fields of the browser.',
};
