import type { FailureSymbol } from '@service/billing/failure.ts';

/** The status of every single error (specification "Server API status codes"; reference "errors", section 2). */
export const STATUS: Readonly<Record<FailureSymbol, number>> = {
  bad_request: 400,
  billing_info_invalid: 400,
  invalid_api_version: 400,
  invalid_cursor: 400,
  invalid_xml: 400,
  too_many_attempts: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  token_invalid: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  precondition_failed: 412,
  payload_too_large: 413,
  no_body: 415,
  unsupported_media_type: 415,
  account_has_open_children: 422,
  idempotency_key_reused: 422,
  simultaneous_request: 422,
  too_many_requests: 429,
  internal_server_error: 500,
  service_unavailable: 503,
};
