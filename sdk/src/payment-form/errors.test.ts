import { describe, expect, test } from 'vitest';
import { ServiceError } from '../errors.ts';
import en from '../texts/en.ts';
import { bankReason } from './bank-reasons.ts';
import { errorsOf } from './errors.ts';

const validation = (...details: readonly { field: string; messages: string[]; reason?: 'expired' }[]) => ({
  code: 'validation',
  details,
});

describe('the words about an error of a token', () => {
  test('are at its fields, by the reason of the frame', () => {
    const error = validation(
      { field: 'month', messages: ['is invalid'], reason: 'expired' },
      { field: 'year', messages: ['is invalid'], reason: 'expired' },
    );
    expect(errorsOf(error, 'card', en)).toEqual({ fields: { expiry: en.expiry_expired }, message: '' });
  });

  test.each([
    ['first_name', "can't be blank", en.first_name_empty],
    ['number', 'is not a card number', en.number_checksum],
    ['number', 'is of a brand that is not accepted', en.number_brand],
    ['month', 'must be a month from 1 to 12', en.expiry_month],
    ['year', 'is past: the card has expired', en.expiry_expired],
    ['cvv', 'must be the three or four digits printed on the card', en.cvv_digits],
    ['city', 'must not contain a card number', en.card_number_inside],
    ['routing_number', 'is not the routing number of a US bank', en.routing_number_unknown],
    ['account_number', 'must be 4 to 17 digits', en.account_number_invalid],
    ['account_number_confirmation', 'does not match', en.account_number_confirmation_mismatch],
    ['postal_code', 'is invalid', en.postal_code_invalid],
    ['company', 'is too long (maximum is 255 characters)', en.invalid],
  ])('are at %s, which the service says %j of', (field, message, text) => {
    const { fields } = errorsOf(validation({ field, messages: [message] }), 'bank', en);
    expect(Object.values(fields)).toEqual([text]);
  });

  test('are below the form where no field is concerned', () => {
    expect(errorsOf({ code: 'declined', details: [{ field: 'number', messages: [] }] }, 'card', en)).toEqual({
      fields: {},
      message: en.declined,
    });
    expect(errorsOf({ code: 'api-timeout' }, 'card', en).message).toBe(en.failed);
    expect(errorsOf(undefined, 'card', en).message).toBe(en.failed);
  });

  test.each(['invalid-public-key', 'wallet-not-configured', 'feature-not-enabled'])(
    'do not ask the customer to repeat what only the shop can repair: %s',
    (code) => {
      expect(errorsOf(new ServiceError(code), 'wallet', en)).toEqual({ fields: {}, message: en.misconfigured });
    },
  );

  test('say that the service did not answer where it did not', () => {
    expect(errorsOf(new ServiceError('api-error'), 'card', en).message).toBe(en.failed);
  });
});

test.each([
  ['routing_number', '', ''],
  ['routing_number', '12345678', 'incomplete'],
  ['routing_number', '123 456 780', ''],
  ['account_number', '123', 'invalid'],
  ['account_number', '1234', ''],
  ['account_number_confirmation', '12345', 'mismatch'],
  ['account_number_confirmation', '1234', ''],
  ['name_on_account', '?', ''],
])('the customer leaves %s with %j: %j', (name, value, reason) => {
  expect(bankReason(name, value, '1234')).toBe(reason);
});

test.each([
  ['iban', 'DE89 3704 0044 0532 0130 00', ''],
  ['iban', 'DE88370400440532013000', 'invalid'],
  ['iban', '021000021', 'invalid'],
  ['sort_code', '20-00-00', ''],
  ['sort_code', '20000', 'invalid'],
  ['bsb_code', '062-000', ''],
  ['account_number', '55779911', ''],
  ['account_number', '123', 'incomplete'],
])('outside the United States, %s %j: %j', (name, value, reason) => {
  expect(bankReason(name, value, '', 'bacs')).toBe(reason);
});
