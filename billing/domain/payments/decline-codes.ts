/** The reasons for which a payment can fail. A code and its category are the contract that integrations branch on. */

export type DeclineCategory =
  | 'soft'
  | 'hard'
  | 'fraud'
  | 'configuration'
  | 'communication'
  | 'duplicate'
  | 'three_d_secure_required'
  | '3d_secure_action_required'
  | 'amazon'
  | 'unknown'
  | 'api_error'
  | 'skles'
  | 'recurring_mandate_cancelled';

const CODES: Readonly<Record<DeclineCategory, string>> = {
  soft: `declined declined_saveable insufficient_funds temporary_hold try_again too_many_attempts simultaneous partial_approval call_issuer
    call_issuer_update_cardholder_data processor_not_available cancelled paypal_primary_declined paypal_declined_use_alternate
    declined_security_code roku_zip_code_mismatch roku_invalid_card_number exceeds_daily_limit exceeds_max_amount issuer_unavailable
    payer_authentication_rejected three_d_secure_connection_error ach_return ach_cancel ach_chargeback ach_credit_return
    ach_validation_exception ach_exception no_gateway_found_for_transaction_amount merch_max_transaction_limit_exceeded
    batch_processing_error transaction_stale_at_gateway invalid_payment_method amazon_declined_review billing_agreement_replaced`,
  hard: `paypal_cannot_pay_self billing_agreement_not_accepted billing_agreement_already_accepted roku_invalid_cib declined_exception
    declined_missing_data invalid_data invalid_amount invalid_email declined_card_number invalid_card_number invalid_account_number
    gateway_token_not_found expired_card declined_expiration_date invalid_merchant_type invalid_transaction invalid_issuer
    card_type_not_accepted payment_not_accepted restricted_card restricted_card_chargeback card_not_activated
    deposit_referenced_chargeback customer_canceled_transaction cardholder_requested_stop roku_invalid_payment_method
    payment_token_expired card_blocked lifecycle_decline no_billing_information paypal_invalid_billing_agreement paypal_hard_decline
    paypal_account_issue paypal_expired_reference_id contract_not_found gateway_validation_exception invalid_name
    direct_debit_type_not_accepted three_d_secure_action_result_token_mismatch transaction_not_found transaction_settled
    transaction_already_voided transaction_failed_to_settle payment_cannot_void_authorization partial_credits_not_supported
    cannot_refund_unsettled_transactions transaction_cannot_be_refunded transaction_cannot_be_voided total_credit_exceeds_capture
    transaction_already_refunded authorization_expired authorization_already_captured authorization_amount_depleted
    transaction_cannot_be_authorized transaction_cannot_be_refunded_currently invalid_billing_agreement_status
    billing_agreement_not_found invalid_payment_method_hard`,
  fraud: `fraud_address fraud_security_code fraud_stolen_card fraud_ip_address fraud_gateway fraud_too_many_attempts
    fraud_advanced_verification fraud_velocity fraud_generic fraud_risk_check fraud_manual_decision`,
  configuration: `reference_transactions_not_enabled invalid_gateway_configuration invalid_login contact_gateway cvv_required
    currency_not_supported ssl_error zero_dollar_auth_not_supported no_gateway gateway_account_setup_incomplete
    ach_transactions_not_supported three_d_secure_not_supported three_d_secure_credential_error invalid_gateway_access_token`,
  communication: `gateway_unavailable processor_unavailable gateway_timeout gateway_error too_busy gateway_rate_limited
    moneybot_unavailable moneybot_disconnect transaction_service_v2_unavailable transaction_service_v2_disconnect`,
  duplicate: 'duplicate_transaction',
  three_d_secure_required: 'three_d_secure_authentication',
  '3d_secure_action_required': 'three_d_secure_action_required',
  amazon: `amazon_invalid_authorization_status amazon_invalid_close_attempt amazon_invalid_order_status
    amazon_invalid_create_order_reference amazon_order_not_modifiable amazon_amount_exceeded amazon_transaction_count_exceeded
    amazon_not_authorized`,
  unknown: 'unknown',
  api_error: 'api_error provisioning_account_error provisioning_gateway_error',
  skles: 'vaultly_service_unavailable',
  recurring_mandate_cancelled: 'recurring_mandate_cancelled',
};

const words = (list: string): readonly string[] => list.split(/\s+/);

const categories: ReadonlyMap<string, DeclineCategory> = new Map(
  (Object.keys(CODES) as DeclineCategory[]).flatMap((category) =>
    words(CODES[category]).map((code) => [code, category] as const),
  ),
);

/** Codes that carry the name of a fraud service or card vault. */
const NAMED: readonly (readonly [RegExp, DeclineCategory])[] = [
  [/^fraud_address_\w+$/, 'fraud'],
  [/_(failed_to_get_token|token_not_found|credentials_not_found|token_mismatch)$/, 'skles'],
];

/** Returns all codes with a fixed name. */
export const declineCodes = (): readonly string[] => [...categories.keys()];

/** Returns the category of a code; that of an unknown code is `unknown`. */
export const declineCategory = (code: string): DeclineCategory =>
  categories.get(code) ?? NAMED.find(([pattern]) => pattern.test(code))?.[1] ?? 'unknown';

/** Returns the error of a declined transaction. Its code comes first: storage has an index of how the error begins. */
export const transactionErrorOf = (error_code: string, gateway_error_code: string | null) => ({
  error_code,
  error_category: declineCategory(error_code),
  gateway_error_code,
});

/**
 * Categories that are no judgement on the payment method: the gateway failed, was used wrongly, or asks the customer to
 * confirm.
 */
const NOT_JUDGED: ReadonlySet<DeclineCategory> = new Set([
  'configuration',
  'communication',
  'duplicate',
  'three_d_secure_required',
  '3d_secure_action_required',
  'api_error',
  'skles',
]);

/** Whether a gateway's result is a decline, asks for the customer's confirmation, or was not given in time. */
export const isRefusal = <R extends object>(result: R): result is Extract<R, { readonly error_code: string }> =>
  'error_code' in result;

/** Whether a payment failed because its gateway was not reached or refused the merchant: no bank has judged it. */
export const isTrouble = (code: string): boolean => ['communication', 'configuration'].includes(declineCategory(code));

/** Codes of the merchant's gateway account as a whole, not of one payment that it cannot take. */
const WHOLE_ACCOUNT: ReadonlySet<string> = new Set(
  words(
    'invalid_gateway_configuration invalid_login contact_gateway ssl_error gateway_account_setup_incomplete invalid_gateway_access_token',
  ),
);

/** Whether a code means that a gateway fails for every payment. */
export const isOutage = (code: string): boolean => declineCategory(code) === 'communication' || WHOLE_ACCOUNT.has(code);

/** Whether the customer has to confirm a payment that was declined. */
export const isActionRequired = (code: string | null | undefined): boolean => code === 'three_d_secure_action_required';

/** Whether a decline is a judgement on the payment method, so that it counts against card testing. */
export const isDeclinedAttempt = (code: string): boolean => !NOT_JUDGED.has(declineCategory(code));

/** The input field that a decline refers to, and the symbol of its error. */
export interface DeclineTarget {
  /** An attribute of billing info, or `base`. */
  readonly attribute: 'number' | 'month' | 'verification_value' | 'address1' | 'base';
  readonly symbol: 'declined' | 'declined_bad' | 'invalid' | 'blank';
}

const ABOUT: readonly (readonly [DeclineTarget, string])[] = [
  [
    { attribute: 'number', symbol: 'declined' },
    `declined declined_saveable insufficient_funds temporary_hold call_issuer call_issuer_update_cardholder_data fraud_stolen_card
    fraud_gateway fraud_risk_check fraud_ip_address fraud_advanced_verification fraud_velocity fraud_generic fraud_manual_decision
    card_type_not_accepted restricted_card card_not_activated card_blocked`,
  ],
  [{ attribute: 'number', symbol: 'invalid' }, 'invalid_card_number declined_card_number'],
  [{ attribute: 'month', symbol: 'invalid' }, 'expired_card declined_expiration_date'],
  [{ attribute: 'verification_value', symbol: 'declined_bad' }, 'fraud_security_code declined_security_code'],
  [{ attribute: 'address1', symbol: 'declined_bad' }, 'fraud_address'],
  [{ attribute: 'base', symbol: 'blank' }, 'no_billing_information'],
  [
    { attribute: 'base', symbol: 'invalid' },
    `transaction_already_refunded total_credit_exceeds_capture transaction_settled transaction_already_voided
    transaction_cannot_be_refunded transaction_cannot_be_voided authorization_already_captured`,
  ],
];

const targets: ReadonlyMap<string, DeclineTarget> = new Map(
  ABOUT.flatMap(([target, codes]) => words(codes).map((code) => [code, target] as const)),
);

const WHOLE: DeclineTarget = { attribute: 'base', symbol: 'declined' };

export const declineTarget = (code: string): DeclineTarget => targets.get(code) ?? WHOLE;
