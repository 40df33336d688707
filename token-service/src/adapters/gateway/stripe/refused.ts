import type { DeclinedByGateway, OutcomeUnknown } from '@service/billing/domain/payments/gateway-result.ts';
import { declineCode } from './decline-codes.ts';
import type { Problem } from './problem.ts';
import { stripeDecline, unknownOutcome } from './results.ts';

/** Errors of a request, by Stripe's code. */
const CODES: Readonly<Record<string, string>> = {
  amount_too_small: 'invalid_amount',
  amount_too_large: 'invalid_amount',
  charge_already_refunded: 'transaction_already_refunded',
  charge_already_captured: 'authorization_already_captured',
  charge_expired_for_capture: 'authorization_expired',
  charge_disputed: 'transaction_cannot_be_refunded',
  refund_disputed_payment: 'transaction_cannot_be_refunded',
  charge_not_refundable: 'transaction_cannot_be_refunded',
  insufficient_funds: 'transaction_cannot_be_refunded_currently',
  balance_insufficient: 'transaction_cannot_be_refunded_currently',
  payment_method_unactivated: 'gateway_account_setup_incomplete',
  payment_method_currency_mismatch: 'currency_not_supported',
  payment_method_customer_mismatch: 'gateway_token_not_found',
  payment_method_unexpected_state: 'gateway_token_not_found',
  postal_code_invalid: 'fraud_address',
  parameter_invalid_integer: 'invalid_data',
  idempotency_key_in_use: 'simultaneous',
};

/** Errors of a request, by the parameter that Stripe objects to. */
const PARAMS: Readonly<Record<string, string>> = {
  payment_method: 'gateway_token_not_found',
  customer: 'gateway_token_not_found',
  currency: 'currency_not_supported',
  payment_method_types: 'gateway_account_setup_incomplete',
  allowed_payment_method_types: 'gateway_account_setup_incomplete',
};

/** Stripe takes card numbers only from accounts that it has given permission. It has no code for this. */
const NO_RAW_CARDS = /directly to the Stripe API|raw card data/i;

/** Stripe debits bank accounts without microdeposits only for accounts that it has given permission. */
const BANK_OPTIONS = /^payment_method_options\[us_bank_account\]/;

/** A name, an email address or an address that a bank debit needs, and the request does not have. */
const HOLDER = /^billing_details/;

/** Stripe takes orders by mail or telephone only from accounts that it has given permission. */
const MAIL_ORDERS = /^payment_method_options\[card\]\[moto\]/;

/** Returns the decline code of a problem. */
export const codeOf = ({ kind, status, code, param, message, ...refusal }: Problem): string => {
  if (kind === 'unsent') {
    if (status === 401) return 'invalid_login';
    return status === 403 ? 'invalid_gateway_configuration' : 'gateway_unavailable';
  }
  if (kind === 'busy') return status === null ? 'gateway_unavailable' : 'gateway_rate_limited';
  if (kind === 'unknown') return 'gateway_timeout';
  if (NO_RAW_CARDS.test(message)) return 'gateway_account_setup_incomplete';
  if (status === 402) return declineCode({ ...refusal, code });
  if (MAIL_ORDERS.test(param ?? '')) return 'payment_not_accepted';
  if (HOLDER.test(param ?? '')) return 'declined_missing_data';
  if (BANK_OPTIONS.test(param ?? '')) return 'ach_transactions_not_supported';
  return CODES[code ?? ''] ?? PARAMS[param ?? ''] ?? 'api_error';
};

/** A decline of a step that moves no money: whatever became of it, nothing was charged. */
export const declinedBy = (problem: Problem, amount_in_cents: number): DeclinedByGateway =>
  stripeDecline(codeOf(problem), { amount_in_cents, message: problem.message, refusal: problem });

/** The outcome of a step that moves money, or decides. */
export const refusedBy = (problem: Problem, amount_in_cents: number): DeclinedByGateway | OutcomeUnknown =>
  problem.kind === 'unknown' ? unknownOutcome(amount_in_cents) : declinedBy(problem, amount_in_cents);
