import type { NetworkAdvice } from '@service/billing/domain/payments/gateway-result.ts';

/**
 * Stripe's decline codes (https://docs.stripe.com/declines/codes) by the code of `decline-codes.ts` they become. A code
 * that is not listed becomes `declined`.
 */
const CODES: Readonly<Record<string, string>> = {
  declined: `generic_decline do_not_honor no_action_taken not_permitted service_not_allowed transaction_not_allowed
    security_violation testmode_decline offline_pin_required online_or_offline_pin_required invalid_pin incorrect_pin
    mobile_device_authentication_required new_account_information_available`,
  call_issuer: 'call_issuer approve_with_id',
  insufficient_funds: 'insufficient_funds',
  exceeds_daily_limit: 'card_velocity_exceeded withdrawal_count_limit_exceeded',
  too_many_attempts: 'pin_try_exceeded',
  try_again: 'try_again_later reenter_transaction processing_error',
  issuer_unavailable: 'issuer_not_available',
  expired_card: 'expired_card',
  declined_expiration_date: 'invalid_expiry_month invalid_expiry_year',
  invalid_card_number: 'incorrect_number invalid_number',
  declined_card_number: 'invalid_account',
  fraud_security_code: 'incorrect_cvc invalid_cvc',
  fraud_address: 'incorrect_zip incorrect_postal_code incorrect_address',
  fraud_stolen_card: 'stolen_card lost_card pickup_card',
  fraud_gateway: 'fraudulent merchant_blacklist highest_risk_level',
  restricted_card: 'restricted_card',
  cardholder_requested_stop: 'stop_payment_order revocation_of_authorization revocation_of_all_authorizations',
  payment_not_accepted: 'card_not_supported',
  currency_not_supported: 'currency_not_supported',
  invalid_amount: 'invalid_amount',
  duplicate_transaction: 'duplicate_transaction',
  declined_exception: 'do_not_try_again',
  three_d_secure_action_required: 'authentication_required authentication_not_handled',
};

/** Error codes (https://docs.stripe.com/error-codes) of a payment that was refused without a decline code. */
const ERRORS: Readonly<Record<string, string>> = {
  three_d_secure_authentication:
    'payment_intent_authentication_failure setup_intent_authentication_failure authentication_failure',
  three_d_secure_action_required: 'authentication_required',
  expired_card: 'expired_card',
  declined_expiration_date: 'invalid_expiry_month invalid_expiry_year',
  invalid_card_number: 'incorrect_number invalid_number',
  declined_card_number: 'invalid_characters',
  fraud_security_code: 'incorrect_cvc invalid_cvc',
  fraud_address: 'incorrect_zip incorrect_postal_code incorrect_address postal_code_invalid',
  try_again: 'processing_error',
  payment_not_accepted: 'card_decline_rate_limit_exceeded payment_method_not_available',
  invalid_amount: 'amount_too_small amount_too_large',
  ach_return: `account_closed no_account debit_not_authorized bank_account_restricted bank_account_unusable
    bank_ownership_changed payment_intent_payment_attempt_failed payment_intent_payment_attempt_expired
    payment_method_bank_account_blocked refer_to_customer`,
  invalid_account_number: 'invalid_account_number account_number_invalid routing_number_invalid bank_account_declined',
  ach_validation_exception: `bank_account_unverified bank_account_verification_failed
    payment_method_microdeposit_verification_timeout payment_method_microdeposit_verification_attempts_exceeded`,
  ach_transactions_not_supported: 'debit_not_supported',
  insufficient_funds: 'insufficient_funds',
};

const byCode = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([ours, theirs]) => theirs.split(/\s+/).map((code) => [code, ours] as const)));

const declines = byCode(CODES);
const errors = byCode(ERRORS);

/** Every decline code of Stripe that has a code of its own here. */
export const stripeDeclineCodes = (): readonly string[] => [...declines.keys()];

/** Stripe's report of a payment that a bank or Stripe itself refused. */
export interface StripeRefusal {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly advice_code?: string | null | undefined;
  readonly network_advice_code?: string | null | undefined;
}

/** Returns the code of `decline-codes.ts` for a refused payment. */
export const declineCode = ({ code, decline_code }: StripeRefusal): string =>
  declines.get(decline_code ?? '') ?? errors.get(code ?? '') ?? 'declined';

/** Stripe's own code for the reason: the more precise of the two. */
export const gatewayCode = ({ code, decline_code }: StripeRefusal): string | null => decline_code || code || null;

/** Stripe's reading of what issuer and network advise (https://docs.stripe.com/declines/card). */
const ADVICE: Readonly<Record<string, NetworkAdvice>> = {
  do_not_try_again: 'do_not_retry',
  try_again_later: 'retry_later',
  confirm_card_data: 'update_details',
};

/** Merchant advice codes of the networks that decide by themselves, where Stripe gives no reading. */
const NETWORK_ADVICE: Readonly<Record<string, NetworkAdvice>> = {
  '01': 'update_details',
  '02': 'retry_later',
  '03': 'do_not_retry',
  '21': 'do_not_retry',
};

/** Returns the card network's advice after a decline; null where there is none. */
export const networkAdvice = ({
  advice_code,
  network_advice_code,
  decline_code,
}: StripeRefusal): NetworkAdvice | null =>
  NETWORK_ADVICE[network_advice_code ?? ''] ?? ADVICE[advice_code ?? ''] ?? ADVICE[decline_code ?? ''] ?? null;
