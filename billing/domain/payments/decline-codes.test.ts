import { describe, expect, test } from 'vitest';
import { declineCategory, declineCodes, declineTarget, isDeclinedAttempt } from './decline-codes.ts';

describe('the category of a decline', () => {
  test.each([
    ['declined', 'soft'],
    ['insufficient_funds', 'soft'],
    ['declined_card_number', 'hard'],
    ['gateway_token_not_found', 'hard'],
    ['fraud_security_code', 'fraud'],
    ['fraud_address_someservice', 'fraud'],
    ['gateway_timeout', 'communication'],
    ['no_gateway', 'configuration'],
    ['duplicate_transaction', 'duplicate'],
    ['somevault_token_mismatch', 'skles'],
    ['somegateway_error', 'unknown'],
    ['never heard of', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (code, category) => {
    expect(declineCategory(code)).toBe(category);
  });

  test('is fixed for each of the 146 codes', () => {
    expect(declineCodes()).toHaveLength(146);
    expect(declineCodes().filter((code) => !/^[a-z0-9_]+$/.test(code))).toEqual([]);
  });
});

test.each([
  ['declined', true],
  ['declined_card_number', true],
  ['fraud_security_code', true],
  ['somegateway_error', true],
  ['gateway_timeout', false],
  ['no_gateway', false],
  ['duplicate_transaction', false],
  ['three_d_secure_action_required', false],
  ['api_error', false],
])('%s counts as a declined attempt: %s', (code, counts) => {
  expect(isDeclinedAttempt(code)).toBe(counts);
});

test.each([
  ['declined', 'number', 'declined'],
  ['fraud_security_code', 'verification_value', 'declined_bad'],
  ['fraud_address', 'address1', 'declined_bad'],
  ['declined_expiration_date', 'month', 'invalid'],
  ['no_billing_information', 'base', 'blank'],
  ['gateway_timeout', 'base', 'declined'],
  ['never heard of', 'base', 'declined'],
])('%s points at %s: %s', (code, attribute, symbol) => {
  expect(declineTarget(code)).toEqual({ attribute, symbol });
});
