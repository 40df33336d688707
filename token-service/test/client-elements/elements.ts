import type { Version } from '@service/billing/resources/version.ts';

/**
 * The elements that the client libraries for Ruby, Python and PHP may write into each record. They send back what they
 * have read, so a request may contain any of them. `@` names the version that an element came with, where it is not as
 * old as the API.
 */
const KNOWN: Readonly<Record<string, string>> = {
  account: `accept_language account_acquisition@2.4 account_balance account_code address bill_to@2.29 billing_info cc_emails
    closed_at company company_name created_at custom_fields@2.14 dunning_campaign_id@2.29 email entity_use_code@2.17
    exemption_certificate@2.17 external_accounts@2.29 first_name has_active_subscription has_canceled_subscription
    has_future_subscription has_live_subscription has_past_due_invoice has_paused_subscription@2.11 hosted_login_token
    invoice_template@2.29 invoice_template_uuid@2.29 last_name override_business_entity_id@2.29
    parent_account_code@2.19 phone preferred_locale@2.11 preferred_time_zone@2.29 shipping_addresses state tax_exempt
    transaction_type@2.22 updated_at username vat_location_valid vat_number`,
  account_acquisition: 'campaign channel cost_in_cents created_at currency subchannel updated_at',
  add_on: `accounting_code add_on_code add_on_type avalara_service_type@2.27 avalara_transaction_type@2.27 created_at
    default_quantity display_quantity display_quantity_on_hosted_page external_sku@2.25 item_code@2.25 item_state@2.25
    liability_gl_account_id@2.29 measured_unit_id name optional percentage_tiers@2.29 performance_obligation_id@2.29
    revenue_gl_account_id@2.29 revenue_schedule_type tax_code tier_type@2.26 tiers@2.26 unit_amount_in_cents updated_at
    usage_calculation_type@2.29 usage_percentage usage_timeframe@2.29 usage_type`,
  address: `address1 address2 city company country first_name geo_code@2.22 last_name name_on_account phone state zip`,
  adjustment: `accounting_code created_at credit_reason_code@2.10 currency custom_fields@2.29 description
    discount_in_cents end_date external_sku@2.24 item_code@2.24 liability_gl_account_code@2.29
    liability_gl_account_id@2.29 origin performance_obligation_id@2.29 product_code quantity quantity_decimal@2.29
    quantity_decimal_remaining@2.29 quantity_remaining refundable_total_in_cents@2.29 revenue_gl_account_code@2.29
    revenue_gl_account_id@2.29 revenue_schedule_type shipping_address@2.11 shipping_address_id@2.11 start_date tax_code
    tax_details tax_exempt tax_in_cents tax_inclusive@2.29 tax_rate tax_region tax_type total_in_cents type
    unit_amount_in_cents updated_at uuid`,
  billing_info: `account_number account_type address1 address2 amazon_billing_agreement_id amazon_region@2.18
    backup_payment_method@2.29 braintree_payment_nonce bsb_code@2.28 card_network_preference@2.29 card_type@2.15
    cc_bin_country@2.29 city company country currency external_hpp_type first_name first_six fraud
    fraud_session_id@2.20 gateway_attributes@2.29 gateway_code@2.14 gateway_token@2.16 geo_code@2.22 iban@2.26
    ip_address ip_address_country issue_number last_four last_name mandate_reference@2.26 month name_on_account number
    online_banking_payment_type@2.29 paypal_billing_agreement_id phone primary_payment_method@2.29
    roku_billing_agreement_id routing_number sort_code@2.27 start_month start_year state tax_identifier@2.29
    tax_identifier_type@2.29 three_d_secure_action_result_token_id@2.21 token_id transaction_type@2.22 type updated_at
    username@2.29 uuid@2.29 vat_number verification_value year zip`,
  coupon: `applies_for_months applies_to_all_items@2.29 applies_to_all_plans applies_to_non_plan_charges coupon_code
    coupon_type created_at deleted_at description discount_in_cents discount_percent discount_type duration
    free_trial_amount free_trial_unit hosted_description id@2.5 invoice_description item_codes@2.29 max_redemptions
    max_redemptions_per_account name plan_codes redeem_by_date redemption_resource single_use state temporal_amount
    temporal_unit unique_code_template unique_coupon_codes unique_template_code updated_at`,
  custom_field: 'name value',
  delivery: `address deliver_at email_address first_name gifter_name last_name method personal_message`,
  external_account: 'created_at external_account_code external_connection_type id updated_at',
  external_product: 'created_at external_product_references id name plan plan_code updated_at',
  external_product_reference: 'created_at external_connection_type id reference_code updated_at',
  general_ledger_account: 'account_type@2.29 code@2.29 created_at@2.29 description@2.29 id@2.29 updated_at@2.29',
  gateway_attributes: 'account_reference',
  gift_card: `balance_in_cents billing_info canceled_at created_at currency delivered_at delivery gifter_account
    gifter_account_code id invoice invoice_number liability_gl_account_id@2.29 performance_obligation_id@2.29
    product_code recipient_account recipient_account_code redeemed_at redemption_code revenue_gl_account_id@2.29
    unit_amount_in_cents updated_at`,
  invoice: `address amount_remaining_in_cents attempt_next_collection_at@2.4 balance_in_cents@2.10 billing_info
    billing_info_uuid@2.29 business_entity_id@2.29 closed_at collection_method created_at credit_customer_notes@2.10
    currency customer_notes discount_in_cents@2.10 due_on@2.10 dunning_campaign_id@2.29 dunning_events_count@2.29
    final_dunning_event@2.29 gateway_code@2.17 invoice_number invoice_number_prefix line_items net_terms origin@2.10
    po_number recovery_reason@2.4 refund_geo_code@2.22 refund_method@2.10 refund_tax_date@2.22 refundable_in_cents
    refundable_total_in_cents@2.10 state subscription_id subscription_ids subtotal_before_discount_in_cents@2.10
    subtotal_in_cents surcharge_in_cents@2.22 tax_details@2.27 tax_in_cents tax_rate tax_region tax_type tax_types@2.22
    terms_and_conditions total_in_cents transactions type@2.10 updated_at used_tax_service@2.29 uuid vat_number
    vat_reverse_charge_notes`,
  item: `accounting_code avalara_service_type@2.27 avalara_transaction_type@2.27 created_at custom_fields@2.29 deleted_at
    description external_sku item_code liability_gl_account_id@2.29 name performance_obligation_id@2.29
    revenue_gl_account_id@2.29 revenue_schedule_type state tax_code tax_exempt updated_at`,
  measured_unit: 'created_at description display_name id name updated_at',
  plan: `accounting_code allow_any_item_on_subscriptions@2.27 auto_renew@2.13 avalara_service_type@2.27
    avalara_transaction_type@2.27 bypass_hosted_confirmation cancel_url created_at custom_fields@2.29 description
    display_donation_amounts display_phone_number display_quantity dunning_campaign_id@2.29
    liability_gl_account_id@2.29 name payment_page_css payment_page_tos_link performance_obligation_id@2.29 plan_code
    plan_interval_length plan_interval_unit pricing_model ramp_intervals@2.29 revenue_gl_account_id@2.29
    revenue_schedule_type setup_fee_accounting_code setup_fee_in_cents setup_fee_liability_gl_account_id@2.29
    setup_fee_performance_obligation_id@2.29 setup_fee_revenue_gl_account_id@2.29 setup_fee_revenue_schedule_type
    success_url tax_code tax_exempt total_billing_cycles trial_interval_length trial_interval_unit
    trial_requires_billing_info@2.6 unit_amount_in_cents unit_name updated_at`,
  purchase: `account adjustments billing_info_uuid@2.29 collection_method coupon_codes@2.7 currency customer_notes@2.8
    gateway_code gift_card@2.7 net_terms po_number ramp_intervals@2.29 shipping_address@2.11 shipping_address_id@2.11
    shipping_fees@2.20 subscriptions@2.7 terms_and_conditions@2.8 transaction_type@2.22 vat_reverse_charge_notes@2.8`,
  ramp_interval: 'ending_on remaining_billing_cycles starting_billing_cycle starting_on unit_amount_in_cents',
  redemption: `account_code coupon_code@2.5 created_at currency single_use state subscription_uuid
    total_discounted_in_cents updated_at uuid`,
  shipping_address: `address1 address2 city company company_name country email first_name geo_code@2.22 id last_name
    nickname phone state street1 street2 vat_number zip`,
  shipping_fee: 'shipping_address shipping_address_id shipping_amount_in_cents shipping_method_code',
  subscription: `account action_result@2.29 activated_at address auto_renew@2.13 bank_account_authorized_at billing_info
    billing_info_uuid@2.29 bulk canceled_at collection_method converted_at@2.4 cost_in_cents coupon_code coupon_codes
    credit_customer_notes@2.10 currency current_period_ends_at current_period_started_at current_term_ends_at@2.13
    current_term_started_at@2.13 custom_fields@2.14 customer_notes expires_at first_bill_date@2.13 first_billing_date
    first_renewal_date gateway_code@2.17 gift_card@2.4 imported_trial@2.8 net_terms next_bill_date@2.14
    no_billing_info_reason@2.6 paused_at@2.11 pending_subscription plan_code po_number quantity ramp_intervals@2.29
    redemptions remaining_billing_cycles remaining_pause_cycles@2.11 renewal_billing_cycles@2.13 resume_at
    revenue_schedule_type shipping_address@2.11 shipping_address_id@2.11 shipping_amount_in_cents@2.20
    shipping_method_code@2.20 started_with_gift@2.4 starts_at state subscription_add_ons tax_in_cents
    tax_inclusive@2.29 tax_rate tax_region tax_type terms_and_conditions timeframe total_amount_in_cents@2.29
    total_billing_cycles transaction_type@2.22 trial_ends_at trial_started_at unit_amount_in_cents updated_at uuid
    vat_reverse_charge_notes`,
  subscription_add_on: `add_on_code add_on_source@2.27 add_on_type address percentage_tiers@2.29 quantity
    revenue_schedule_type tiers@2.26 unit_amount_in_cents usage_calculation_type@2.29 usage_percentage
    usage_timeframe@2.29 usage_type`,
  percentage_tier: 'currency@2.29 ending_amount_in_cents@2.29 tiers@2.29 usage_percentage@2.29',
  tier: 'ending_amount_in_cents@2.29 ending_quantity unit_amount_in_cents usage_percentage@2.29',
  transaction: `account accounting_code action action_result@2.29 amount_in_cents approval_code@2.5
    avalara_service_type@2.27 avalara_transaction_type@2.27 avs_result avs_result_postal avs_result_street
    billing_country billing_phone billing_postal collected_at created_at currency cvv_result date description details
    failure_type@2.5 fraud@2.5 gateway gateway_error_codes@2.5 gateway_type@2.5 id invoice_id invoice_number invoice_number_prefix
    ip_address manually_entered message@2.5 origin@2.5 original_transaction payment_method product_code recurring
    reference refundable source status subscription_id tax_code tax_exempt tax_in_cents test transaction_error type
    updated_at uuid voidable`,
  usage: `add_on_code amount amount_decimal@2.29 billed_at created_at id measured_unit measured_unit_id merchant_tag
    modified_at recording_timestamp subscription_id unit_amount_in_cents updated_at usage_percentage usage_timestamp
    usage_type`,
  verify: 'gateway_code',
};

/** Records of requests that the libraries write by hand, with exactly these elements. */
export const WRITTEN_BY_HAND: readonly string[] = [
  'clock',
  'dunning_campaign',
  'proration_settings',
  'recipient_account',
];

export interface ClientElement {
  readonly name: string;
  /** The version that it came with. */
  readonly since: Version;
}

/** Elements by record. */
export const clientElements: Readonly<Record<string, readonly ClientElement[]>> = Object.fromEntries(
  Object.entries(KNOWN).map(([record, names]) => [
    record,
    names.split(/\s+/).map((each) => {
      const [name = '', since = '2.0'] = each.split('@');
      return { name, since: since as Version };
    }),
  ]),
);
