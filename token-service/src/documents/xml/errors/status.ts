import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { FailureSymbol } from '@service/billing/values/failure.ts';

/** The HTTP status of each single error, in the first version. */
export const STATUS: Readonly<Record<FailureSymbol, number>> = {
  bad_request: 400,
  billing_info_invalid: 400,
  invalid_api_version: 400,
  unavailable_in_api_version: 400,
  invalid_cursor: 400,
  invalid_xml: 400,
  name: 400,
  too_many_attempts: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  https_required: 403,
  not_found: 404,
  token_invalid: 404,
  three_d_secure_failed: 422,
  three_d_secure_pending: 422,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  precondition_failed: 412,
  payload_too_large: 413,
  no_body: 415,
  unsupported_media_type: 415,
  account_closed: 422,
  account_has_open_children: 422,
  adjustment_not_pending: 422,
  coupon_not_expired: 422,
  coupon_not_redeemable: 422,
  idempotency_key_reused: 422,
  item_not_inactive: 422,
  measured_unit_in_use: 422,
  performance_obligation_built_in: 422,
  shipping_address_in_use: 422,
  duplicate_subscription: 422,
  subscription_expired: 422,
  subscription_not_cancelable: 422,
  subscription_not_terminable: 422,
  subscription_not_reactivatable: 422,
  subscription_not_pausable: 422,
  subscription_not_paused: 422,
  subscription_not_postponable: 422,
  not_in_trial: 422,
  usage_not_recordable: 422,
  usage_billed: 422,
  add_on_not_usage: 422,
  will_not_invoice: 422,
  invoice_not_refundable: 422,
  invoice_not_collectible: 422,
  collection_rate_limited: 422,
  invoice_not_voidable: 422,
  invoice_not_pending: 422,
  invoice_not_manual: 422,
  invoice_not_in_dunning: 422,
  gateway_adapter_unknown: 422,
  gateway_adapter_unavailable: 422,
  gateway_credentials_invalid: 422,
  gateway_account_refused: 422,
  gateway_endpoint_alone: 422,
  gateway_credentials_unreadable: 422,
  gateway_account_in_use: 422,
  site_mode_fixed: 422,
  invoice_number_not_above: 422,
  gateway_silent: 503,
  not_reconcilable: 422,
  webhook_paused: 422,
  webhook_secrets_unreadable: 422,
  sandbox_only: 422,
  last_owner: 422,
  operator_out_of_reach: 403,
  refund_limit_reached: 422,
  authenticator_needs_key: 422,
  authenticator_unreadable: 422,
  invalid_transaction: 422,
  nothing_due: 422,
  authorization_gone: 422,
  authorization_outdated: 422,
  gift_card_already_redeemed: 422,
  gift_card_canceled: 422,
  gift_card_not_paid: 422,
  simultaneous_request: 422,
  too_many_requests: 429,
  internal_server_error: 500,
  service_unavailable: 503,
  read_only: 503,
};

interface LaterStatus {
  readonly since: Version;
  readonly status: number;
}

/** Errors whose status is another from some version of the API on. */
export const LATER_STATUS: Readonly<Partial<Record<FailureSymbol, LaterStatus>>> = {
  token_invalid: { since: '2.21', status: 422 },
};

/** Returns the status of an error in a version of the API. */
export const statusOf = (symbol: FailureSymbol, version: Version | undefined): number => {
  const later = LATER_STATUS[symbol];
  return later && version !== undefined && atLeast(version, later.since) ? later.status : STATUS[symbol];
};
