import { type DeclineCategory, declineCategory } from '@service/billing/domain/payments/decline-codes.ts';
import type { DeclineWords } from '../api-words.ts';

const say = (customer_message: string, merchant_message: string): DeclineWords => ({
  customer_message,
  merchant_message,
});

const DECLINED = 'The payment was declined. Try another card or ask your bank.';
const SUPPORT = 'The payment was declined. Contact support.';
const NO_ANSWER = 'The payment system did not answer in time. Try again in a minute, or contact support.';
const NOT_CHANGED = 'This payment cannot be changed any more. Contact support.';
const EXPIRED = 'The card has expired or its date is wrong. Check the date, or try another card.';
const BAD_NUMBER = 'The card number is not valid. Check it, or try another card.';

const CODES: Readonly<Record<string, DeclineWords>> = {
  declined: say(DECLINED, 'Issuer declined the charge without details.'),
  declined_saveable: say(DECLINED, 'Declined; the card itself may be kept on file.'),
  insufficient_funds: say(
    'There are not enough funds for this payment. Try another card.',
    'Card balance does not cover the amount.',
  ),
  temporary_hold: say(
    'Your bank has put a temporary hold on this card. Try another card or ask your bank.',
    'Issuer answered "do not honor".',
  ),
  try_again: say(
    'The payment did not go through. Try again in a minute.',
    'Issuer or processor asks for another attempt.',
  ),
  too_many_attempts: say(
    'There were too many attempts with this card. Wait a while, or try another card.',
    'Too many authorization attempts in a short time.',
  ),
  simultaneous: say(
    'Another payment is being made right now. Wait ten seconds and try again.',
    'Another transaction for this account is in progress; wait ten seconds.',
  ),
  call_issuer: say(
    'Your bank must approve this first. Contact it or try another card.',
    'Issuer wants the cardholder to call.',
  ),
  fraud_security_code: say('The security code is wrong. Check it and try again.', 'CVV did not match.'),
  fraud_address: say(
    "The billing address does not match your bank's records. Check it and try again.",
    'AVS mismatch.',
  ),
  fraud_stolen_card: say(DECLINED, 'Issuer reports the card lost or stolen.'),
  fraud_gateway: say(SUPPORT, "Blocked by fraud control: the gateway's filters."),
  fraud_risk_check: say(SUPPORT, 'Blocked by fraud control: the risk score.'),
  fraud_ip_address: say(SUPPORT, 'Blocked by fraud control: the IP address.'),
  fraud_advanced_verification: say(SUPPORT, 'Blocked by fraud control: advanced verification failed.'),
  fraud_too_many_attempts: say(
    'There were too many attempts. Wait an hour and try again.',
    'Blocked by fraud control: too many declined attempts within an hour for this account, card or address.',
  ),
  declined_card_number: say(BAD_NUMBER, 'The bank does not accept this card number.'),
  invalid_card_number: say(BAD_NUMBER, 'The bank does not accept this card number.'),
  invalid_account_number: say(
    'The account number is not valid. Check it, or try another account.',
    'The bank does not accept this account number.',
  ),
  declined_expiration_date: say(EXPIRED, 'The card has expired, or its expiry date is wrong.'),
  expired_card: say(EXPIRED, 'The card has expired, or its expiry date is wrong.'),
  invalid_transaction: say(SUPPORT, 'Issuer does not allow this kind of transaction.'),
  card_type_not_accepted: say(
    'This type of card is not accepted. Try another card.',
    'Merchant account lacks this brand.',
  ),
  restricted_card: say('This card cannot be used here. Try another card.', 'Issuer restricts the use of this card.'),
  invalid_data: say(
    'The payment details were not accepted. Check them, or try another card.',
    'Gateway rejected a field.',
  ),
  paypal_declined_use_alternate: say(
    'The wallet declined the payment. Choose another way to pay.',
    'The wallet refuses what the buyer has put into it; ask for another payment method.',
  ),
  billing_agreement_not_found: say(
    'The wallet does not know this agreement. Choose your way to pay again.',
    'The wallet knows no agreement by this paypal_billing_agreement_id.',
  ),
  no_billing_information: say('Add a payment method first.', 'Account has no billing info.'),
  currency_not_supported: say(
    'This currency cannot be used here. Try another card, or contact support.',
    'Gateway does not take the currency.',
  ),
  no_gateway: say(
    'This payment cannot be taken. Contact support.',
    'No gateway takes this currency and payment method, or there is none by the gateway_code given.',
  ),
  invalid_gateway_configuration: say(
    'This payment cannot be taken. Contact support.',
    'The gateway refuses its configuration; correct it.',
  ),
  gateway_timeout: say(NO_ANSWER, 'No answer; check the gateway before retrying.'),
  gateway_unavailable: say(NO_ANSWER, 'The gateway could not be reached; nothing was processed.'),
  gateway_error: say(NO_ANSWER, 'The gateway failed; check it before retrying.'),
  duplicate_transaction: say(
    'A similar payment was just made. Wait a few minutes, and check it before you pay again.',
    'Same invoice or same card and amount seen shortly before.',
  ),
  transaction_not_found: say(NOT_CHANGED, 'The gateway does not know the transaction.'),
  transaction_settled: say(NOT_CHANGED, 'Already settled: refund it instead of voiding it.'),
  transaction_already_voided: say(NOT_CHANGED, 'Already voided.'),
  transaction_already_refunded: say(NOT_CHANGED, 'Already refunded in full.'),
  transaction_cannot_be_refunded: say(NOT_CHANGED, 'The gateway does not allow a refund of this transaction.'),
  total_credit_exceeds_capture: say(NOT_CHANGED, 'The refunds would be more than was captured.'),
  ach_return: say(
    'Your bank sent the payment back. Try another account, or ask your bank.',
    'The debit was returned by the bank; nothing was paid.',
  ),
  authorization_already_captured: say(NOT_CHANGED, 'The authorization was captured before.'),
  authorization_expired: say(
    'The payment was not completed in time. Pay again.',
    'The authorization was canceled, or has run out; purchase again.',
  ),
  transaction_cannot_be_authorized: say(
    'This way to pay cannot be used here. Choose another one.',
    'This payment method can be charged, but not authorized first; purchase at once.',
  ),
  api_error: say(NO_ANSWER, 'The service failed while handling the payment.'),
  unknown: say(SUPPORT, 'The gateway gave a reason that is not known here; see gateway_error_code.'),
};

const CATEGORIES: Readonly<Record<DeclineCategory, DeclineWords>> = {
  soft: say(DECLINED, 'Declined for now; another attempt later may succeed.'),
  hard: say(DECLINED, 'Declined for good; other payment details are needed.'),
  fraud: say(SUPPORT, 'Blocked by fraud control.'),
  configuration: say(
    'This payment cannot be taken. Contact support.',
    'The gateway is not set up for this payment; correct its configuration.',
  ),
  communication: say(NO_ANSWER, 'A system on the way did not answer; check the gateway before retrying.'),
  duplicate: say(
    'A similar payment was just made. Wait a few minutes, and check it before you pay again.',
    'The gateway declined a duplicate.',
  ),
  three_d_secure_required: say(
    'Your bank asks you to confirm this payment. Confirm it, or try another card.',
    'The issuer wants 3-D Secure.',
  ),
  '3d_secure_action_required': say(
    'Your bank asks you to confirm this payment. Confirm it, or try another card.',
    'The issuer wants 3-D Secure.',
  ),
  amazon: say(DECLINED, 'The wallet declined the payment.'),
  unknown: say(SUPPORT, 'The gateway gave a reason that is not known here; see gateway_error_code.'),
  api_error: say(NO_ANSWER, 'The service failed while handling the payment.'),
  skles: say(NO_ANSWER, 'The card vault did not answer; nothing was processed.'),
  recurring_mandate_cancelled: say(
    'The permission for this payment was withdrawn. Add a payment method.',
    'The mandate for recurring payments was cancelled.',
  ),
};

/** The words for a transaction error code; a code without its own has those of its category. */
export const declineWords = (code: string): DeclineWords =>
  (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? CATEGORIES[declineCategory(code)];
