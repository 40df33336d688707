import type { Issue, IssueSymbol } from '@service/billing/values/failure.ts';

type Words = (count: number | string | undefined) => string;

const always =
  (text: string): Words =>
  () =>
    text;

/** What is wrong with one field. A client puts the name of the field in front. */
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

/** What a value of a certain form consists of. */
export const forms: Readonly<Record<NonNullable<Issue['form']>, string>> = {
  code_template:
    "fixed text in single quotes, and at least five places: 9 for a digit, x for a letter, * for either, such as 'spring-'xx999; codes have at most 50 characters",
};
