import { declineCategory, declineCodes } from '@service/billing/domain/payments/decline-codes.ts';
import { describe, expect, test } from 'vitest';
import { declineCode, gatewayCode, networkAdvice, stripeDeclineCodes } from './decline-codes.ts';

/** The codes of https://docs.stripe.com/declines/codes and what they mean here. */
const DOCUMENTED: readonly (readonly [string, string])[] = [
  ['authentication_required', 'three_d_secure_action_required'],
  ['authentication_not_handled', 'three_d_secure_action_required'],
  ['approve_with_id', 'call_issuer'],
  ['call_issuer', 'call_issuer'],
  ['card_not_supported', 'payment_not_accepted'],
  ['card_velocity_exceeded', 'exceeds_daily_limit'],
  ['currency_not_supported', 'currency_not_supported'],
  ['do_not_honor', 'declined'],
  ['do_not_try_again', 'declined_exception'],
  ['duplicate_transaction', 'duplicate_transaction'],
  ['expired_card', 'expired_card'],
  ['fraudulent', 'fraud_gateway'],
  ['generic_decline', 'declined'],
  ['incorrect_number', 'invalid_card_number'],
  ['incorrect_cvc', 'fraud_security_code'],
  ['incorrect_pin', 'declined'],
  ['incorrect_zip', 'fraud_address'],
  ['insufficient_funds', 'insufficient_funds'],
  ['invalid_account', 'declined_card_number'],
  ['invalid_amount', 'invalid_amount'],
  ['invalid_cvc', 'fraud_security_code'],
  ['invalid_expiry_month', 'declined_expiration_date'],
  ['invalid_expiry_year', 'declined_expiration_date'],
  ['invalid_number', 'invalid_card_number'],
  ['invalid_pin', 'declined'],
  ['issuer_not_available', 'issuer_unavailable'],
  ['lost_card', 'fraud_stolen_card'],
  ['merchant_blacklist', 'fraud_gateway'],
  ['mobile_device_authentication_required', 'declined'],
  ['new_account_information_available', 'declined'],
  ['no_action_taken', 'declined'],
  ['not_permitted', 'declined'],
  ['offline_pin_required', 'declined'],
  ['online_or_offline_pin_required', 'declined'],
  ['pickup_card', 'fraud_stolen_card'],
  ['pin_try_exceeded', 'too_many_attempts'],
  ['processing_error', 'try_again'],
  ['reenter_transaction', 'try_again'],
  ['restricted_card', 'restricted_card'],
  ['revocation_of_all_authorizations', 'cardholder_requested_stop'],
  ['revocation_of_authorization', 'cardholder_requested_stop'],
  ['security_violation', 'declined'],
  ['service_not_allowed', 'declined'],
  ['stolen_card', 'fraud_stolen_card'],
  ['stop_payment_order', 'cardholder_requested_stop'],
  ['testmode_decline', 'declined'],
  ['transaction_not_allowed', 'declined'],
  ['try_again_later', 'try_again'],
  ['withdrawal_count_limit_exceeded', 'exceeds_daily_limit'],
];

describe('a decline code of Stripe', () => {
  test.each(DOCUMENTED)('%s becomes %s', (decline_code, expected) => {
    expect(declineCode({ code: 'card_declined', decline_code })).toBe(expected);
  });

  test('is listed in the table if Stripe documents it', () => {
    const listed = new Set(stripeDeclineCodes());
    expect(DOCUMENTED.filter(([code]) => !listed.has(code))).toEqual([]);
  });

  test('becomes a code with a category of its own, whichever it is', () => {
    const known = new Set(declineCodes());
    for (const decline_code of stripeDeclineCodes()) {
      const code = declineCode({ decline_code });
      expect(known, decline_code).toContain(code);
      expect(declineCategory(code), decline_code).not.toBe('unknown');
    }
  });

  test('that is new becomes declined', () => {
    expect(declineCode({ code: 'card_declined', decline_code: 'invented_tomorrow' })).toBe('declined');
    expect(declineCode({})).toBe('declined');
  });
});

test.each([
  ['payment_intent_authentication_failure', 'three_d_secure_authentication'],
  ['setup_intent_authentication_failure', 'three_d_secure_authentication'],
  ['authentication_required', 'three_d_secure_action_required'],
  ['expired_card', 'expired_card'],
  ['incorrect_cvc', 'fraud_security_code'],
  ['incorrect_postal_code', 'fraud_address'],
  ['processing_error', 'try_again'],
  ['account_closed', 'ach_return'],
  ['debit_not_authorized', 'ach_return'],
  ['bank_account_unverified', 'ach_validation_exception'],
  ['invented_tomorrow', 'declined'],
])('an error %s without a decline code becomes %s', (code, expected) => {
  expect(declineCode({ code })).toBe(expected);
});

test('the gateway’s own code is the decline code, or else the error code', () => {
  expect(gatewayCode({ code: 'card_declined', decline_code: 'lost_card' })).toBe('lost_card');
  expect(gatewayCode({ code: 'expired_card', decline_code: '' })).toBe('expired_card');
  expect(gatewayCode({})).toBeNull();
});

test.each([
  ['do_not_try_again', undefined, 'do_not_retry'],
  ['try_again_later', undefined, 'retry_later'],
  ['confirm_card_data', undefined, 'update_details'],
  [undefined, '01', 'update_details'],
  [undefined, '02', 'retry_later'],
  [undefined, '03', 'do_not_retry'],
  [undefined, '21', 'do_not_retry'],
  // The network's own word weighs more than Stripe's reading of it.
  ['try_again_later', '03', 'do_not_retry'],
  ['try_again_later', '99', 'retry_later'],
  [undefined, undefined, null],
  [null, null, null],
])('advice %s with network advice %s means %s', (advice_code, network_advice_code, expected) => {
  expect(networkAdvice({ advice_code, network_advice_code })).toBe(expected);
});
