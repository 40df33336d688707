/**
 * The columns of one table by what becomes of them when a customer's personal data is erased. Lists of columns are
 * separated by blanks; every column is in exactly one.
 */
interface ColumnDecisions {
  /** The column that names the account of a row: its id, or its code. */
  readonly owner?: string;
  /** The rows of the account are deleted. */
  readonly removed?: string;
  /** Set to null; `emptied` to an empty text, and `emptiedLists` to an empty list, where a column is never null. */
  readonly erased?: string;
  readonly emptied?: string;
  readonly emptiedLists?: string;
  /** JSON, of which the members with personal data are emptied. */
  readonly scrubbed?: string;
  /** Computed by the database from other columns, and emptied with them. */
  readonly computed?: string;
  /** Personal data that stays, because the law asks for it or documents refer to it. */
  readonly kept?: string;
  /** Personal data that is deleted soon in any case, and whose account is not known. */
  readonly temporary?: string;
  /** No personal data of a customer. */
  readonly none?: string;
}

/**
 * The decision about every column of the schema. A test compares it with the schema: each new column needs a decision
 * here.
 */
export const PERSONAL_DATA: Readonly<Record<string, ColumnDecisions>> = {
  account_acquisitions: {
    owner: 'account_id',
    removed: 'site_id account_id channel subchannel campaign cost_in_cents currency created_at updated_at',
  },
  account_notes: {
    owner: 'account_id',
    removed: 'site_id id account_id actor message created_at',
  },
  account_sessions: {
    owner: 'account_id',
    removed: 'site_id hash account_id login_token_hash created_at_ms used_at_ms viewer link_until_ms',
  },
  accounts: {
    owner: 'id',
    kept: 'account_code',
    erased:
      'username email cc_emails first_name last_name company_name address_first_name address_last_name ' +
      'address_name_on_account address_company address_address1 address_address2 address_city address_state ' +
      'address_zip address_country address_phone vat_number exemption_certificate accept_language ' +
      'preferred_locale preferred_time_zone',
    emptiedLists: 'custom_fields',
    computed: 'folded_email folded_text plain_text',
    none:
      'site_id override_business_entity_id invoice_template_uuid id parent_id bill_to state email_changed_at_ms tax_exempt entity_use_code hosted_login_token ' +
      'created_at updated_at closed_at',
  },
  accounting_periods: {
    none: 'site_id month state begins_at ends_at closed_at closed_by closed_note reopened_at reopened_by reopened_because sha256',
  },
  adjustments: {
    owner: 'account_id',
    kept: 'shipping_address description printed_text',
    emptiedLists: 'custom_fields',
    none:
      'site_id uuid account_id invoice_id position subscription_id plan_code type state origin product_code ' +
      'add_on_source item_code external_sku ' +
      'accounting_code currency unit_amount_in_cents quantity quantity_decimal quantity_remaining ' +
      'quantity_decimal_remaining price_of_unit_in_cents ' +
      'discount_in_cents discounts tax_in_cents taxes total_in_cents computation original_adjustment_uuid ' +
      'credit_reason_code credited_share taxable tax_exempt tax_inclusive discount_tax_in_cents tax_code tax_type ' +
      'tax_region tax_rate origin_tax_address_source destination_tax_address_source ' +
      'revenue_schedule_type start_date end_date ' +
      'liability_gl_account_code revenue_gl_account_code performance_obligation_id ' +
      'created_at updated_at',
  },
  alerts: {
    none: 'site_id kind since_ms detail calm_since_ms',
  },
  approvals: {
    owner: 'account_id',
    // The outcome says where mail went.
    erased: 'form outcome',
    none:
      'site_id uuid kind account_id subject amount_in_cents currency requested_by requested_at state decided_by ' +
      'decided_at',
  },
  api_keys: {
    none: 'id site_id kind name hash value read_only created_at_ms valid_until_ms',
  },
  api_key_uses: {
    // Programs of the merchant use keys.
    none: 'site_id key_id used_at_ms address',
  },
  audit_log: {
    owner: 'account_id',
    kept: 'actor subject',
    // The values before and after an update of the account.
    erased: 'changes',
    // Addresses of customers are not recorded.
    none: 'site_id id at action correlation address account_id',
  },
  backups: {
    none: 'id taken_at_ms',
  },
  clock_progress: {
    none: 'site_id target_at reached_at items clock_offset',
  },
  coupons: {
    none:
      'site_id key id coupon_code folded_code coupon_type name description invoice_description discount_type ' +
      'discount_percent discount_in_cents free_trial_unit free_trial_amount duration temporal_unit ' +
      'temporal_amount applies_to_all_plans applies_to_non_plan_charges plan_codes applies_to_all_items item_codes redemption_resource ' +
      'redeem_by_date redeemable_until redemption_count max_redemptions max_redemptions_per_account ' +
      'unique_code_template unique_coupon_codes_count created_at updated_at deleted_at',
  },
  credit_payments: {
    none:
      'site_id uuid account_id action original_invoice_id applied_to_invoice_id original_credit_payment_uuid ' +
      'refund_transaction_uuid currency amount_in_cents created_at updated_at voided_at',
  },
  custom_field_definitions: {
    none: 'site_id key id related_type name user_access display_name tooltip created_at updated_at deleted_at',
  },
  disputes: {
    owner: 'account_id',
    erased: 'evidence',
    none:
      'site_id id gateway_code reference account_id transaction_uuid state reason currency amount_in_cents ' +
      'booked withdrawn_in_cents fee_in_cents fee_currency evidence_due_at reported_at opened_at closed_at answered ' +
      'accepted_at',
  },
  due_failures: {
    none: 'site_id kind item_id subject status failures error due_at failed_at_ms retry_at_ms',
  },
  due_leases: {
    none: 'site_id subject leased_until_ms',
  },
  due_date_changes: {
    none: 'site_id invoice_id changed_at due_on',
  },
  dunning_assignments: {
    none: 'site_id assignee assignee_id campaign_id',
  },
  dunning_campaigns: {
    none: 'site_id id public_id code name description version schedule trial_schedule created_at updated_at',
  },
  events: {
    owner: 'account_id',
    scrubbed: 'event',
    none: 'site_id id at type account_id correlation',
  },
  external_accounts: {
    owner: 'account_id',
    removed: 'site_id key id account_id external_account_code external_connection_type created_at updated_at',
  },
  external_invoices: {
    owner: 'account_id',
    kept: 'external_id',
    none:
      'site_id key id account_id subscription_key phase_key state currency total line_items purchased_at created_at ' +
      'updated_at',
  },
  external_payment_phases: {
    none:
      'site_id key id account_id subscription_key started_at ends_at starting_billing_period_index ' +
      'ending_billing_period_index offer_type offer_name period_count period_length amount currency created_at ' +
      'updated_at',
  },
  external_product_references: {
    none: 'site_id key id product_key reference_code external_connection_type created_at updated_at',
  },
  external_products: {
    none: 'site_id key id plan_id name created_at updated_at',
  },
  external_subscriptions: {
    owner: 'account_id',
    kept: 'external_id',
    none:
      'site_id key uuid account_id reference_key last_purchased auto_renew in_grace_period app_identifier quantity ' +
      'state activated_at canceled_at expires_at trial_started_at trial_ends_at created_at updated_at test imported',
  },
  gateway_accounts: {
    none:
      'site_id code adapter active position currencies brands countries endpoint sealed_credentials ' +
      'created_at updated_at',
  },
  gateway_log: {
    none: 'key reference original_reference entry at_ms',
  },
  gateway_notifications: {
    owner: 'account_id',
    scrubbed: 'notification',
    none: 'site_id id gateway_code message_id account_id correlation outcome attempts received_at due_at',
  },
  gateway_operations: {
    temporary: 'request',
    none: 'site_id gateway_code key action object closed at',
  },
  gateway_outages: {
    none: 'site_id gateway_code since error_code answered_at check_at collections_resumed',
  },
  // Of the merchant's own companies.
  business_entities: {
    none:
      'site_id key id state code name is_default invoice_display_address_address1 invoice_display_address_address2 ' +
      'invoice_display_address_city invoice_display_address_state invoice_display_address_zip ' +
      'invoice_display_address_country invoice_display_address_phone tax_address_address1 tax_address_address2 ' +
      'tax_address_city tax_address_state tax_address_zip tax_address_country tax_address_phone ' +
      'origin_tax_address_source destination_tax_address_source subscriber_location_countries default_vat_number ' +
      'default_registration_number default_liability_gl_account_id default_revenue_gl_account_id ' +
      'invoice_number_prefix customer_notes terms_and_conditions vat_reverse_charge_notes mail_from created_at ' +
      'updated_at',
  },
  general_ledger_accounts: {
    none: 'site_id key id code account_type description created_at updated_at',
  },
  gift_cards: {
    owner: 'gifter_account_id',
    scrubbed: 'delivery',
    none:
      'site_id key id redemption_code gifter_account_id recipient_account_id purchase_invoice_id ' +
      'redemption_invoice_id product_code currency unit_amount_in_cents balance_in_cents before_settlement ' +
      'delivery_due_at delivered_at redeemed_at canceled_at breakage_at created_at updated_at ' +
      'liability_gl_account_id revenue_gl_account_id performance_obligation_id',
  },
  idempotency_keys: {
    temporary: 'headers body outcome',
    none: 'site_id key request_hash status created_at_ms',
  },
  intents: {
    temporary: 'payload',
    none: 'site_id id kind subject gateway_code gateway_key correlation idempotency_key reserved reversing leased_until_ms',
  },
  invoice_originals: {
    none: 'site_id credit_id charge_id',
  },
  invoices: {
    owner: 'account_id',
    // The look has a text with the customer's custom fields, as they were printed.
    kept: 'address shipping_address vat_number po_number customer_notes look',
    none:
      'site_id uuid account_id billing_info_uuid business_entity_id type state origin invoice_number_prefix ' +
      'invoice_number original_ids ' +
      'gift_card_id currency subtotal_before_discount_in_cents discount_in_cents subtotal_in_cents ' +
      'tax_in_cents total_in_cents balance_in_cents refundable_total_in_cents credited_in_cents on_hold taxes ' +
      'used_tax_service tax_evidence tax_conversion tax_type ' +
      'tax_region tax_rate terms_and_conditions vat_reverse_charge_notes collection_method net_terms net_terms_type due_on ' +
      'gateway_code attempt_next_collection_at dunning dunning_due_at unanswered_since unanswered_gateway ' +
      'recovery_reason created_at updated_at closed_at',
  },
  invoice_pictures: {
    none: 'site_id digest type content',
  },
  invoice_templates: {
    none:
      'site_id key uuid code name description is_default header_image footer_image address hide_line_dates ' +
      'hide_zero_lines text line_text created_at updated_at',
  },
  items: {
    none:
      'site_id id custom_fields item_code name description external_sku accounting_code revenue_schedule_type tax_exempt ' +
      'tax_code state liability_gl_account_id revenue_gl_account_id performance_obligation_id ' +
      'created_at updated_at deleted_at',
  },
  ledger_days: {
    none: 'site_id day account currency kind debits credits movements',
  },
  ledger_entries: {
    none: 'site_id movement_id line account amount',
  },
  ledger_movements: {
    none: 'site_id id at kind account_id subject currency',
  },
  manual_collections: {
    none: 'site_id account_id collected_at',
  },
  measured_units: {
    none: 'site_id key state id name display_name description created_at updated_at',
  },
  migrations: {
    none: 'version name applied_at_ms',
  },
  operator_challenges: {
    none: 'hash purpose valid_until_ms',
  },
  operator_invitations: {
    none: 'operator_id hash valid_until_ms',
  },
  operator_passkeys: {
    none: 'id operator_id public_key counter transports name created_at_ms used_at_ms',
  },
  operator_refunds: {
    none: 'site_id operator_id day currency amount_in_cents',
  },
  operator_roles: {
    none: 'site_id operator_id role',
  },
  // Operators are no customers.
  operator_sessions: {
    none: 'hash operator_id created_at_ms used_at_ms proved_at_ms second_factor address user_agent',
  },
  operators: {
    none: 'id email password authenticator authenticator_step read_only created_at_ms disabled_at_ms',
  },
  exchange_rates: {
    none: 'site_id day currency rate',
  },
  export_files: {
    none: 'site_id id day name md5sum bytes created_at',
  },
  export_schedules: {
    none: 'site_id next_at running_until_ms',
  },
  exports: {
    none: 'site_id id day secret created_at',
  },
  journal_batches: {
    none:
      'site_id number state detail up_to time_zone chart made_at made_by correlation movements first_day last_day ' +
      'totals',
  },
  journal_charts: {
    none: 'site_id chart changed_at',
  },
  journal_movements: {
    none: 'site_id movement_id batch at',
  },
  mrr_movements: {
    owner: 'account_id',
    none:
      'site_id id subscription_id account_id plan_code currency at kind amount_in_cents past_due_in_cents ' +
      'mrr_in_cents reason country',
  },
  payout_acceptances: {
    none: 'site_id id gateway_code item currency amount_in_cents reason accepted_at accepted_by',
  },
  payout_fetches: {
    none: 'site_id gateway_code next_at running_until_ms fetched_at left_out',
  },
  payout_lines: {
    none:
      'site_id payout_id position gateway_code line kind reference payment made_at gross_in_cents fee_in_cents ' +
      'net_in_cents charged_in_cents charged_currency posted_fee_in_cents',
  },
  payouts: {
    none: 'site_id id gateway_code reference currency amount_in_cents arrived_on booked_at recorded_at recorded_by',
  },
  outbox: {
    owner: 'account_id',
    removed:
      'site_id id kind recipient account_id correlation payload is_copy status attempts error caused_at ' +
      'queued_at_ms next_attempt_at_ms give_up_at_ms ended_at_ms',
  },
  payment_actions: {
    owner: 'account_code',
    scrubbed: 'presented',
    kept: 'account_code',
    none:
      'site_id key state operation id_hash token_hash result_hash result_expires_at_ms gateway_code ' +
      'gateway_type gateway_action reference method_reference amount_in_cents currency transaction_uuid ' +
      'invoice_id correlation requests created_at ends_at',
  },
  payment_methods: {
    owner: 'account_id',
    removed:
      'site_id id account_id type gateway_code reference network_transaction_id first_name last_name ' +
      'name_on_account company address1 address2 city state zip country phone vat_number ip_address ' +
      'ip_address_country cc_bin_country card_type first_six last_four year month expiry_reminder_for account_type ' +
      'card_network_preference routing_number bank_account_authorized_at bank_account_authorization ' +
      'mandate_reference paypal_billing_agreement_id ' +
      'created_at updated_at primary_payment_method backup_payment_method',
  },
  performance_obligations: {
    none: 'site_id key id state name created_at updated_at',
  },
  period_report_parts: {
    // Customers appear by their codes only.
    none: 'site_id month report part content',
  },
  period_reports: {
    none: 'site_id month report sha256 bytes parts',
  },
  permission_grants: {
    none: 'site_id permission_key kind granting_id created_at',
  },
  permissions: {
    none: 'site_id key id code name description created_at updated_at',
  },
  plan_add_ons: {
    none:
      'site_id id plan_id state add_on_code item_code external_sku name add_on_type usage_type usage_percentage ' +
      'measured_unit_id unit_amount_in_cents tier_type tiers percentage_tiers usage_timeframe usage_calculation_type ' +
      'default_quantity optional display_quantity_on_hosted_page ' +
      'tax_code accounting_code revenue_schedule_type ' +
      'liability_gl_account_id revenue_gl_account_id performance_obligation_id ' +
      'created_at updated_at',
  },
  plans: {
    none:
      'site_id id custom_fields state plan_code name description unit_name unit_amount_in_cents setup_fee_in_cents ' +
      'pricing_model ramp_intervals ' +
      'plan_interval_unit plan_interval_length trial_interval_unit trial_interval_length ' +
      'trial_requires_billing_info total_billing_cycles auto_renew allow_any_item_on_subscriptions tax_exempt tax_code ' +
      'accounting_code setup_fee_accounting_code revenue_schedule_type setup_fee_revenue_schedule_type success_url cancel_url ' +
      'payment_page_tos_link display_donation_amounts display_quantity display_phone_number ' +
      'bypass_hosted_confirmation ' +
      'liability_gl_account_id revenue_gl_account_id performance_obligation_id ' +
      'setup_fee_liability_gl_account_id setup_fee_revenue_gl_account_id setup_fee_performance_obligation_id ' +
      'created_at updated_at',
  },
  process_signs: {
    none: 'holder serves version host pid started_at_ms seen_at_ms',
  },
  process_troubles: {
    none: 'holder part reason seen_at_ms',
  },
  redemptions: {
    none:
      'site_id uuid account_id coupon_key unique_code_key subscription_id coupon_code single_use ' +
      'total_discounted_in_cents currency active_until ended_at created_at updated_at',
  },
  report_run_parts: {
    // Reports name customers. They are deleted after seven days.
    temporary: 'content',
    none: 'site_id run_id part',
  },
  report_runs: {
    none:
      'site_id id report from_day to_day filters state requested_by created_at started_at ended_at attempts ' +
      'running_until_ms records_read days_done days row_count sha256 parts error',
  },
  sequences: {
    none: 'site_id series value',
  },
  shipping_addresses: {
    owner: 'account_id',
    erased: 'nickname company_name email phone vat_number address2',
    emptied: 'first_name last_name address1 city state zip country',
    none: 'site_id key account_id id created_at updated_at',
  },
  site_logos: {
    none: 'site_id digest png',
  },
  sites: {
    none:
      'id subdomain mode tier standing technical_contact time_zone custom_fields company company_address ' +
      'company_vat_number seller_country currencies address_requirement manual_invoicing customer_notes ' +
      'terms_and_conditions vat_reverse_charge_notes tax_registrations tax_charges tax_account_address ' +
      'multiple_coupons coupon_order several_percents gift_card_offers gift_cards_before_settlement gift_card_breakage_days ' +
      'upgrade_requires_payment upgrade_proration downgrade_proration catch_up_periods declined_refunds ' +
      'on_dispute wallet mail_from mail_reply_to mail_logo brand_color mail_language mail_off account_pages bank_debits ' +
      'account_page_plans ended_versions unknown_versions card_numbers_in_text requests_per_minute ' +
      'tokens_per_minute tokens_per_address attempts_per_hour attempts_per_card attempts_per_address ' +
      'clock_offset gateways_version books_closed_until logo brand_font shop_url return_origins privacy_url terms_url ' +
      'texts cancel_reasons cancel_comment keep_events keep_mail keep_audit gateway_patience ' +
      'operator_refund_limit_in_cents finance_refund_limit_in_cents admin_refund_limit_in_cents ' +
      'operator_approval_limit_in_cents gift_card_liability_gl_account_id gift_card_revenue_gl_account_id ' +
      'gift_card_performance_obligation_id company_city company_zip company_contact company_phone company_email ' +
      'company_iban e_invoices',
  },
  shipping_methods: {
    none:
      'site_id id code name accounting_code tax_code liability_gl_account_id revenue_gl_account_id ' +
      'performance_obligation_id created_at updated_at',
  },
  subscriptions: {
    owner: 'account_id',
    erased: 'po_number customer_notes cancel_comment',
    emptiedLists: 'custom_fields',
    none:
      'site_id uuid account_id billing_info_uuid state plan_id plan_code plan_name currency unit_amount_in_cents quantity ' +
      'setup_fee_in_cents add_ons ramp_intervals ramp_cycle ramp_started pending interval_unit interval_length anchor_at starts_at activated_at ' +
      'trial_started_at trial_ends_at first_bill_date current_period_started_at current_period_ends_at ' +
      'next_bill_date current_term_started_at current_term_ends_at total_billing_cycles ' +
      'remaining_billing_cycles auto_renew renewal_billing_cycles postponed_at paused_at ' +
      'remaining_pause_cycles canceled_at expires_at converted_at boundary_at late_periods on_hold trial_reminder_for ' +
      'renewal_reminder_for price_changes_at price_reminder_for mrr mrr_in_cents ' +
      'collection_method net_terms net_terms_type gateway_code bank_account_authorized_at ' +
      'no_billing_info_reason tax_exempt tax_inclusive tax_code tax_type tax_region tax_rate revenue_schedule_type ' +
      'started_with_gift imported_trial shipping_address_key ' +
      'shipping_method_code shipping_amount_in_cents terms_and_conditions vat_reverse_charge_notes ' +
      'created_at updated_at revision cancel_reason',
  },
  transactions: {
    owner: 'account_id',
    scrubbed: 'details',
    kept: 'description',
    erased: 'ip_address action_token method_reference',
    none:
      'site_id uuid account_id invoice_id original_transaction_uuid type action status origin source ' +
      'recurring test voidable refundable currency amount_in_cents tax_in_cents payment_method gateway_type ' +
      'gateway_code reference message approval_code transaction_error network_advice charge_reference three_d_secure cvv_result avs_result ' +
      'avs_result_street avs_result_postal backup_payment_method_used initiator merchant_reason_code dispute_state collected_at settlement_due_at created_at updated_at',
  },
  unique_coupon_codes: {
    none: 'site_id key coupon_key id coupon_code folded_code redeemed_at created_at updated_at deleted_at',
  },
  usages: {
    owner: 'account_id',
    erased: 'merchant_tag',
    none:
      'site_id key account_id subscription_id add_on_code id origin usage_type measured_unit_id amount ' +
      'amount_decimal amount_billionths unit_amount_in_cents usage_percentage tier_type tiers ' +
      'percentage_tiers usage_calculation_type ' +
      'recording_timestamp usage_timestamp late_started_at late_ends_at billed_line billed_at created_at ' +
      'updated_at changed_at',
  },
  webhook_deliveries: {
    none: 'site_id id endpoint_id notification_id sequence state attempts next_attempt_at_ms delivered_at_ms log',
  },
  webhook_endpoints: {
    none:
      'site_id id url types legacy_invoices pause_reason has_basic_auth header_names sealed_secrets ' +
      'previous_secret_until_ms created_at_ms updated_at_ms',
  },
  webhook_health: {
    none: 'site_id endpoint_id failing_since_ms',
  },
  webhook_leases: {
    none: 'site_id subject holder leased_until_ms',
  },
  webhook_notifications: {
    owner: 'account_id',
    removed: 'site_id id event_id type account_id correlation body created_at_ms',
  },
  webhook_queue: {
    none: 'site_id event_id',
  },
};
