/**
 * The one error vocabulary. A symbol is the contract with clients; its text may improve. The XML API and the browser
 * API each map a symbol to a status in one place.
 */

/** Symbols of a single error, which refuses a whole request. */
export type FailureSymbol =
  | 'not_found'
  | 'token_invalid'
  | 'three_d_secure_failed'
  | 'three_d_secure_pending'
  | 'invalid_xml'
  | 'no_body'
  | 'unsupported_media_type'
  | 'billing_info_invalid'
  | 'feature_not_enabled'
  | 'invalid_cursor'
  | 'bad_request'
  | 'too_many_attempts'
  | 'cvv_verify_locked'
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'https_required'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'simultaneous_request'
  | 'idempotency_key_reused'
  | 'account_closed'
  | 'account_has_open_children'
  | 'measured_unit_in_use'
  | 'performance_obligation_built_in'
  | 'shipping_address_in_use'
  | 'duplicate_subscription'
  | 'subscription_expired'
  | 'subscription_not_cancelable'
  | 'subscription_not_terminable'
  | 'subscription_not_reactivatable'
  | 'subscription_not_pausable'
  | 'subscription_not_paused'
  | 'subscription_on_hold'
  | 'subscription_not_postponable'
  | 'not_in_trial'
  | 'usage_not_recordable'
  | 'usage_billed'
  | 'add_on_not_usage'
  | 'will_not_invoice'
  | 'invoice_not_refundable'
  | 'unable_to_collect'
  | 'too_many_collection_attempts'
  | 'unable_to_apply_credit'
  | 'invoice_not_voidable'
  | 'invoice_not_pending'
  | 'invoice_not_manual'
  | 'invoice_not_in_dunning'
  | 'e_invoice_unavailable'
  | 'gateway_adapter_unknown'
  | 'gateway_adapter_unavailable'
  | 'gateway_credentials_invalid'
  | 'gateway_account_refused'
  | 'gateway_endpoint_alone'
  | 'gateway_credentials_unreadable'
  | 'gateway_account_in_use'
  | 'site_mode_fixed'
  | 'invoice_number_not_above'
  | 'gateway_silent'
  | 'not_reconcilable'
  | 'webhook_paused'
  | 'webhook_secrets_unreadable'
  | 'sandbox_only'
  | 'last_owner'
  | 'operator_out_of_reach'
  | 'refund_limit_reached'
  | 'own_approval'
  | 'approval_decided'
  | 'authenticator_needs_key'
  | 'authenticator_unreadable'
  | 'invalid_transaction'
  | 'nothing_due'
  | 'authorization_gone'
  | 'authorization_outdated'
  | 'gift_card_already_redeemed'
  | 'gift_card_canceled'
  | 'gift_card_not_paid'
  | 'adjustment_not_pending'
  | 'coupon_not_redeemable'
  | 'item_not_inactive'
  | 'name'
  | 'active_coupon'
  | 'attributes_not_allowed'
  | 'number_of_unique_codes'
  | 'related_type'
  | 'invalid_api_version'
  | 'unavailable_in_api_version'
  | 'request_timeout'
  | 'payload_too_large'
  | 'too_many_requests'
  | 'internal_server_error'
  | 'service_unavailable'
  | 'read_only';

/** An expected refusal of a whole request. Anything that is not a `Failure`, `Invalid` or `Declined` is a bug. */
export class Failure extends Error {
  readonly symbol: FailureSymbol;
  /**
   * The parameters of the message: a model, a key, a value, a number. Never personal or secret data beyond what the
   * caller sent.
   */
  readonly params: Readonly<Record<string, string | number>>;
  /** A second sentence for the developer, rendered as `details`. */
  readonly details: string | undefined;

  constructor(symbol: FailureSymbol, params: Record<string, string | number> = {}, details?: string) {
    super(symbol);
    this.name = 'Failure';
    this.symbol = symbol;
    this.params = params;
    this.details = details;
  }
}

/**
 * Storage did not confirm whether a transaction was committed. No `Failure`, which would mean that nothing has changed.
 */
export class Unanswered extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Unanswered';
  }
}

/** Whether a request failed because the service cannot answer at the moment: its client may repeat it. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Unanswered || (error instanceof Failure && error.symbol === 'service_unavailable');

/**
 * Whether an operation was refused because of another one: either it is under way, or it has changed what this one was
 * decided on. Both are one symbol, which is the one that clients of the XML API know. They also mean the same to every
 * caller: nothing is recorded, what was taken is returned, and the same operation reads what is stored then when it is
 * tried again. Which of the two it was depends on the moment at which the other one committed.
 */
export const isSimultaneous = (error: unknown): boolean =>
  error instanceof Failure && error.symbol === 'simultaneous_request';

/** Whether a request failed because this process changes nothing (`READ_ONLY=1`): no repetition helps. */
export const isReadOnly = (error: unknown): boolean => error instanceof Failure && error.symbol === 'read_only';

/**
 * Whether a request was refused, by a rule or because it was not its turn, and has changed nothing. False for an
 * outage, a process that changes nothing, and a fault of the program, of which no page and no record may say that.
 */
export const isRefusedByRule = (error: unknown): error is Failure | Invalid =>
  error instanceof Invalid || (error instanceof Failure && !isUnavailable(error) && !isReadOnly(error));

/** Returns the result of work, or undefined where a rule refuses it. Throws any other error. */
export const unlessRefused = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isRefusedByRule(error)) return undefined;
    throw error;
  });

/** Returns the failure for a record that is unknown or belongs to another site, which must look the same. */
export const notFound = (model: string, key: string, value: string | number): Failure =>
  new Failure('not_found', { model, key, value });

/** Symbols of validation errors. */
export type IssueSymbol =
  | 'blank'
  | 'empty'
  | 'taken'
  | 'invalid'
  | 'not_a_number'
  | 'not_an_integer'
  | 'greater_than'
  | 'greater_than_or_equal_to'
  | 'less_than_or_equal_to'
  | 'equal_to'
  | 'too_long'
  | 'too_short'
  | 'wrong_length'
  | 'inclusion'
  | 'present'
  | 'confirmation'
  | 'invalid_email'
  | 'not_found'
  | 'expired'
  | 'invalid_currency'
  | 'maxed_out_for_account'
  | 'in_past'
  | 'too_low'
  | 'too_many'
  | 'multiple_currencies'
  | 'immutable'
  | 'contains_card_number';

/** One thing wrong with one field. */
export interface Issue {
  /** Dotted path from the root record, for example `account.address.country`. */
  readonly field: string;
  readonly symbol: IssueSymbol;
  /** The number a message names, for example the greatest length. */
  readonly count?: number;
  /** The entry of a map that a message names: a currency, or several. */
  readonly of?: string;
  /** The values that are allowed, or a sequence of them such as `1 to 12`, where a message names them. */
  readonly choices?: readonly string[];
  /** The reason why the value is invalid, where a message says it. */
  readonly reason?: IssueReason;
}

/** Reasons why a value that looks right is invalid. */
export type IssueReason =
  | 'not_a_code_template'
  | 'unknown_plan'
  | 'unknown_add_on'
  | 'rounds_to_nothing'
  | 'whole_shipping_fee'
  | 'inactive_item'
  | 'items_not_allowed'
  | 'unsourced_item'
  | 'of_the_item'
  | 'unknown_account'
  | 'unknown_external_product'
  | 'unknown_external_phase'
  | 'unknown_coupon'
  | 'unknown_measured_unit'
  | 'unknown_custom_field'
  | 'unknown_time_zone'
  | 'unknown_business_entity'
  | 'unknown_invoice_template'
  | 'unknown_variable'
  | 'unknown_account_variable'
  | 'unknown_gl_account'
  | 'gl_account_of_another_type'
  | 'unknown_performance_obligation'
  | 'coupon_not_redeemable'
  | 'coupon_does_not_apply'
  | 'coupon_cannot_change'
  | 'not_a_bulk_coupon'
  | 'gift_card_canceled'
  | 'gift_card_already_redeemed'
  | 'gift_card_not_paid'
  | 'account_closed'
  | 'account_in_a_hierarchy'
  | 'no_parent_to_bill'
  | 'parent_is_billed'
  | 'parent_closed'
  | 'parent_pays'
  | 'unpaid_invoices'
  | 'subscription_expired'
  | 'addresses_besides_id'
  | 'not_in_a_trial'
  | 'not_immediate'
  | 'price_of_a_ramp'
  | 'fixed_price'
  | 'ramp_of_a_subscription'
  | 'earlier_interval'
  | 'not_a_day'
  | 'not_a_named_period'
  | 'days_or_name'
  | 'unknown_filter'
  | 'not_a_month'
  | 'before_first_day'
  | 'not_a_period'
  | 'refund_part_missing'
  | 'one_refund_part'
  | 'of_one_day'
  | 'moment_beside_seconds'
  | 'no_manual_invoicing'
  | 'pays_for_new_ones'
  | 'stored_first'
  | 'lines_refunded'
  | 'amount_beside_lines'
  | 'of_an_external_refund'
  | 'address_beside_id'
  | 'method_beside_uuid'
  | 'field_of_another_method'
  | 'method_beside_gateway_token'
  | 'of_a_mandate'
  | 'of_a_card'
  | 'of_usage'
  | 'of_tiered_usage'
  | 'of_usage_at_a_price'
  | 'last_record_in_a_term'
  | 'priced_otherwise'
  | 'of_a_flat_percentage'
  | 'of_tiers'
  | 'of_tiered_percentages'
  | 'last_tier'
  | 'prorates_units'
  | 'too_far_ahead'
  | 'beyond_calendar'
  | 'no_tax_for_address'
  | 'vat_number_of_another_country'
  | 'no_payment_to_refund'
  | 'in_future'
  | 'address_of_closed_month'
  | 'zone_of_closed_months'
  | 'outside_billed_periods'
  | 'not_ascending'
  | 'differs_from_purchase'
  | 'postal_code_of_another_country'
  | 'primary_has_no_successor'
  | 'backup_is_primary'
  | 'unknown_gateway_token'
  | 'untaken_gateway_token'
  | 'other_gateway_customer'
  | 'not_an_iban'
  | 'iban_check_digits'
  | 'iban_outside_sepa'
  | 'not_a_sort_code'
  | 'not_a_british_account'
  | 'not_a_bsb_code'
  | 'not_an_australian_account'
  | 'type_of_another_method'
  | 'debits_another_currency'
  | 'prefers_at_gateway'
  | 'merchant_needs_stored_method';

const nameOf = ({ field, symbol }: Issue): string => `${field} ${symbol}`;

/** Leaves out repeated issues: several rules may find the same one. */
const withoutRepeats = (issues: readonly Issue[]): readonly Issue[] => {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const name = nameOf(issue);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
};

/** A request whose values are refused: 422 with every finding at once, each symbol of a field once. */
export class Invalid extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    const once = withoutRepeats(issues);
    super(once.map(nameOf).join(', '));
    this.name = 'Invalid';
    this.issues = once;
  }
}

/** Throws `Invalid` when there is anything to complain about. */
export const refuse = (issues: readonly Issue[]): void => {
  if (issues.length > 0) throw new Invalid(issues);
};

/**
 * A gateway that could not say what a request asks about: 422 with a transaction error, whose code this is. Nothing has
 * changed.
 */
export class GatewayUnanswered extends Error {
  readonly error_code: string;

  constructor(error_code: string) {
    super(error_code);
    this.name = 'GatewayUnanswered';
    this.error_code = error_code;
  }
}

/** A request that is refused for several reasons of different kinds. */
export class Refusals extends Error {
  readonly all: readonly (Failure | Invalid)[];

  constructor(all: readonly (Failure | Invalid)[]) {
    super(all.map(({ message }) => message).join('; '));
    this.name = 'Refusals';
    this.all = all;
  }
}

/** Runs every check, so that one response has all issues. Throws what a single check throws, or `Refusals`. */
export const refuseTogether = (...checks: readonly (() => void)[]): void => {
  const found = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof Failure || error instanceof Invalid) return [error];
      throw error;
    }
  });
  if (found.length > 1) throw new Refusals(found);
  if (found[0]) throw found[0];
};
