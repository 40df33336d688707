-- The schema after the migrations up to 0082, before release 0.1.0, frozen: databases with it are adopted.

CREATE TABLE sites (
  id text COLLATE "C" NOT NULL,
  subdomain text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  tier text NOT NULL,
  standing text NOT NULL,
  technical_contact text,
  seller_country text NOT NULL,
  currencies text NOT NULL,
  address_requirement text NOT NULL,
  customer_notes text,
  terms_and_conditions text,
  vat_reverse_charge_notes text,
  manual_invoicing boolean NOT NULL,
  time_zone text NOT NULL,
  custom_fields text NOT NULL,
  ended_versions text NOT NULL,
  unknown_versions text NOT NULL,
  attempts_per_hour bigint,
  requests_per_minute bigint,
  clock_offset bigint NOT NULL,
  wallet boolean NOT NULL DEFAULT false,
  tax_registrations text NOT NULL DEFAULT '[]',
  tax_charges boolean NOT NULL DEFAULT true,
  tax_account_address boolean NOT NULL DEFAULT false,
  multiple_coupons boolean NOT NULL DEFAULT true,
  coupon_order text NOT NULL DEFAULT 'percent_first',
  several_percents text NOT NULL DEFAULT 'compounded',
  gift_card_offers text NOT NULL DEFAULT '[]',
  declined_refunds text NOT NULL DEFAULT 'refuse',
  company text,
  company_address text NOT NULL DEFAULT '[]',
  company_vat_number text,
  tokens_per_minute bigint DEFAULT 3000,
  tokens_per_address bigint DEFAULT 300,
  attempts_per_card bigint DEFAULT 10,
  attempts_per_address bigint DEFAULT 40,
  card_numbers_in_text text NOT NULL DEFAULT 'by_mode',
  catch_up_periods bigint DEFAULT 3,
  upgrade_requires_payment boolean NOT NULL DEFAULT false,
  upgrade_proration text NOT NULL DEFAULT 'prorate',
  downgrade_proration text NOT NULL DEFAULT 'prorate',
  gateways_version bigint NOT NULL DEFAULT 0,
  mail_from text,
  mail_reply_to text,
  mail_logo text,
  mail_color text,
  mail_language text DEFAULT 'en',
  mail_off text DEFAULT '[]',
  account_pages text NOT NULL DEFAULT '["cancel","reactivate","payment_method","invoices","details"]',
  account_page_plans text NOT NULL DEFAULT '[]',
  on_dispute text NOT NULL DEFAULT '[]',
  gift_cards_before_settlement boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id),
  UNIQUE (subdomain)
);

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL,
  site_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  hash text COLLATE "C" NOT NULL,
  value text,
  read_only boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  valid_until_ms bigint,
  PRIMARY KEY (id),
  UNIQUE (hash),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX api_keys_by_site ON api_keys (site_id, created_at_ms, id);
CREATE UNIQUE INDEX api_keys_one_public ON api_keys (site_id) WHERE kind = 'public';

CREATE TABLE accounts (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  parent_id text COLLATE "C",
  account_code text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  username text,
  email text,
  cc_emails text,
  first_name text,
  last_name text,
  company_name text,
  vat_number text,
  tax_exempt boolean NOT NULL,
  exemption_certificate text,
  entity_use_code text,
  address_address1 text,
  address_address2 text,
  address_city text,
  address_state text,
  address_zip text,
  address_country text,
  address_phone text,
  accept_language text,
  hosted_login_token text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  closed_at bigint,
  preferred_locale text,
  custom_fields text NOT NULL,
  email_changed_at_ms bigint,
  address_first_name text,
  address_last_name text,
  address_name_on_account text,
  address_company text,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id),
  FOREIGN KEY (site_id, parent_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX accounts_by_code ON accounts (site_id, account_code);
CREATE INDEX accounts_by_creation ON accounts (site_id, created_at, id);
CREATE INDEX accounts_by_change ON accounts (site_id, updated_at, id);
CREATE INDEX accounts_by_state_and_creation ON accounts (site_id, state, created_at, id);
CREATE INDEX accounts_by_state_and_change ON accounts (site_id, state, updated_at, id);
CREATE INDEX accounts_by_parent_and_creation ON accounts (site_id, parent_id, created_at, id)
  WHERE parent_id IS NOT NULL;
CREATE INDEX accounts_by_parent_and_change ON accounts (site_id, parent_id, updated_at, id)
  WHERE parent_id IS NOT NULL;
CREATE INDEX accounts_by_login_token ON accounts (substr(hosted_login_token, 1, 12));

CREATE TABLE shipping_addresses (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  nickname text,
  company_name text,
  email text,
  phone text,
  vat_number text,
  address1 text NOT NULL,
  address2 text,
  city text NOT NULL,
  state text NOT NULL,
  zip text NOT NULL,
  country text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX shipping_addresses_by_id ON shipping_addresses (site_id, account_id, id);
CREATE INDEX shipping_addresses_by_creation ON shipping_addresses (site_id, account_id, created_at, key);
CREATE INDEX shipping_addresses_by_change ON shipping_addresses (site_id, account_id, updated_at, key);

CREATE TABLE account_acquisitions (
  site_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  cost_in_cents bigint,
  currency text,
  channel text,
  subchannel text,
  campaign text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);

CREATE TABLE account_notes (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  message text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX account_notes_by_creation ON account_notes (site_id, account_id, created_at, id);

CREATE TABLE billing_infos (
  site_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  reference text NOT NULL,
  gateway_code text NOT NULL,
  created_at bigint NOT NULL,
  type text NOT NULL,
  first_name text,
  last_name text,
  name_on_account text,
  company text,
  address1 text,
  address2 text,
  city text,
  state text,
  zip text,
  country text,
  phone text,
  vat_number text,
  ip_address text,
  ip_address_country text,
  card_type text,
  year bigint,
  month bigint,
  first_six text,
  last_four text,
  account_type text,
  routing_number text,
  updated_at bigint NOT NULL,
  paypal_billing_agreement_id text,
  network_transaction_id text,
  expiry_told bigint,
  bank_account_authorized_at bigint,
  bank_account_authorization text,
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX billing_infos_to_tell ON billing_infos (site_id, (year * 12 + month), account_id)
  WHERE year IS NOT NULL AND month IS NOT NULL AND COALESCE(expiry_told, 0) <> year * 12 + month;
CREATE INDEX billing_infos_by_reference ON billing_infos (site_id, reference);

CREATE TABLE transactions (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  type text NOT NULL,
  action text COLLATE "C" NOT NULL,
  amount_in_cents bigint NOT NULL,
  tax_in_cents bigint NOT NULL,
  currency text NOT NULL,
  status text COLLATE "C" NOT NULL,
  payment_method text NOT NULL,
  reference text,
  source text NOT NULL,
  recurring boolean NOT NULL,
  test boolean NOT NULL,
  voidable boolean NOT NULL,
  refundable boolean NOT NULL,
  ip_address text,
  gateway_type text,
  origin text NOT NULL,
  message text,
  approval_code text,
  transaction_error text,
  cvv_result text,
  avs_result text,
  avs_result_street text,
  avs_result_postal text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  details text NOT NULL,
  invoice_id text COLLATE "C",
  original_transaction_uuid text COLLATE "C",
  gateway_code text,
  collected_at bigint,
  description text,
  settlement_due_at bigint,
  network_advice text,
  action_token text,
  dispute_state text,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX transactions_by_creation ON transactions (site_id, created_at, uuid);
CREATE INDEX transactions_by_change ON transactions (site_id, updated_at, uuid);
CREATE INDEX transactions_by_status_and_creation ON transactions (site_id, status, created_at, uuid);
CREATE INDEX transactions_by_status_and_change ON transactions (site_id, status, updated_at, uuid);
CREATE INDEX transactions_by_account_and_creation ON transactions (site_id, account_id, created_at, uuid);
CREATE INDEX transactions_by_invoice ON transactions (site_id, invoice_id, created_at, uuid);
CREATE INDEX transactions_by_settlement ON transactions (site_id, settlement_due_at, uuid)
  WHERE settlement_due_at IS NOT NULL;
CREATE INDEX transactions_by_original ON transactions (site_id, original_transaction_uuid)
  WHERE original_transaction_uuid IS NOT NULL;
CREATE INDEX transactions_by_reference ON transactions (site_id, reference) WHERE reference IS NOT NULL;

CREATE TABLE intents (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  gateway_key text NOT NULL,
  gateway_code text NOT NULL,
  correlation text NOT NULL,
  leased_until_ms bigint NOT NULL,
  reserved text,
  payload text,
  reversing boolean NOT NULL DEFAULT false,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX intents_by_subject ON intents (site_id, subject);
CREATE INDEX intents_by_lease ON intents (site_id, leased_until_ms);
CREATE INDEX intents_gateway_key ON intents (site_id, gateway_key);

CREATE TABLE audit_log (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  actor text NOT NULL,
  correlation text NOT NULL,
  what text NOT NULL,
  subject text NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE outbox (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  correlation text NOT NULL,
  payload text NOT NULL,
  queued_at_ms bigint NOT NULL,
  status text DEFAULT 'queued',
  attempts bigint DEFAULT 0,
  next_attempt_at_ms bigint,
  account_id text COLLATE "C",
  error text,
  ended_at_ms bigint,
  give_up_at_ms bigint,
  caused_at bigint,
  is_copy boolean NOT NULL DEFAULT false,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX outbox_by_recipient ON outbox (site_id, kind, recipient, queued_at_ms);
CREATE INDEX outbox_by_next_attempt ON outbox (site_id, next_attempt_at_ms, id) WHERE status = 'queued';
CREATE INDEX outbox_by_account ON outbox (site_id, account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX outbox_delivered ON outbox (site_id, recipient, ended_at_ms) WHERE status = 'delivered';
CREATE INDEX outbox_ended ON outbox (site_id, ended_at_ms, id) WHERE ended_at_ms IS NOT NULL;

CREATE TABLE idempotency_keys (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  request_hash text NOT NULL,
  status bigint,
  headers text,
  body text,
  created_at_ms bigint NOT NULL,
  outcome text,
  PRIMARY KEY (site_id, key),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (site_id, created_at_ms);

CREATE TABLE sequences (
  site_id text COLLATE "C" NOT NULL,
  series text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (site_id, series),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE gateway_log (
  key text COLLATE "C" NOT NULL,
  entry text NOT NULL,
  at_ms bigint NOT NULL,
  reference text COLLATE "C",
  about text COLLATE "C",
  PRIMARY KEY (key)
);
CREATE INDEX gateway_log_by_reference ON gateway_log (reference);
CREATE INDEX gateway_log_by_subject ON gateway_log (about);

CREATE TABLE plans (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  success_url text,
  cancel_url text,
  display_donation_amounts boolean NOT NULL,
  display_quantity boolean NOT NULL,
  display_phone_number boolean NOT NULL,
  bypass_hosted_confirmation boolean NOT NULL,
  unit_name text NOT NULL,
  payment_page_tos_link text,
  plan_interval_length bigint NOT NULL,
  plan_interval_unit text NOT NULL,
  trial_interval_length bigint NOT NULL,
  trial_interval_unit text NOT NULL,
  total_billing_cycles bigint,
  accounting_code text,
  setup_fee_accounting_code text,
  revenue_schedule_type text,
  setup_fee_revenue_schedule_type text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  tax_exempt boolean NOT NULL,
  tax_code text,
  trial_requires_billing_info boolean NOT NULL,
  auto_renew boolean NOT NULL,
  unit_amount_in_cents text NOT NULL,
  setup_fee_in_cents text NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX plans_by_code ON plans (site_id, plan_code) WHERE state = 'active';
CREATE INDEX plans_by_creation ON plans (site_id, state, created_at, id);
CREATE INDEX plans_by_change ON plans (site_id, state, updated_at, id);
CREATE UNIQUE INDEX plans_by_any_case ON plans (site_id, LOWER(plan_code)) WHERE state = 'active';

CREATE TABLE measured_units (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  description text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX measured_units_by_name ON measured_units (site_id, name) WHERE state = 'active';
CREATE INDEX measured_units_by_creation ON measured_units (site_id, state, created_at, key);
CREATE INDEX measured_units_by_change ON measured_units (site_id, state, updated_at, key);

CREATE TABLE plan_add_ons (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  add_on_code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  add_on_type text NOT NULL,
  usage_type text,
  usage_percentage text,
  measured_unit_id bigint,
  default_quantity bigint NOT NULL,
  display_quantity_on_hosted_page boolean NOT NULL,
  optional boolean NOT NULL,
  tax_code text,
  unit_amount_in_cents text,
  tier_type text NOT NULL,
  tiers text NOT NULL,
  accounting_code text NOT NULL,
  revenue_schedule_type text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, measured_unit_id) REFERENCES measured_units (site_id, id),
  FOREIGN KEY (site_id, plan_id) REFERENCES plans (site_id, id)
);
CREATE UNIQUE INDEX plan_add_ons_by_code ON plan_add_ons (site_id, plan_id, add_on_code) WHERE state = 'active';
CREATE INDEX plan_add_ons_by_creation ON plan_add_ons (site_id, plan_id, state, created_at, id);
CREATE INDEX plan_add_ons_by_change ON plan_add_ons (site_id, plan_id, state, updated_at, id);
CREATE INDEX plan_add_ons_by_unit ON plan_add_ons (site_id, measured_unit_id, state);

CREATE TABLE subscriptions (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  plan_code text NOT NULL,
  plan_name text NOT NULL,
  interval_unit text NOT NULL,
  interval_length bigint NOT NULL,
  setup_fee_in_cents bigint NOT NULL,
  tax_exempt boolean NOT NULL,
  tax_code text,
  add_ons text NOT NULL,
  pending text,
  shipping_address_key text COLLATE "C",
  created_at bigint NOT NULL,
  starts_at bigint,
  revenue_schedule_type text,
  state text COLLATE "C" NOT NULL,
  unit_amount_in_cents bigint NOT NULL,
  currency text NOT NULL,
  quantity bigint NOT NULL,
  activated_at bigint,
  canceled_at bigint,
  expires_at bigint,
  updated_at bigint NOT NULL,
  current_period_started_at bigint,
  current_period_ends_at bigint,
  trial_started_at bigint,
  trial_ends_at bigint,
  total_billing_cycles bigint,
  remaining_billing_cycles bigint,
  auto_renew boolean NOT NULL,
  renewal_billing_cycles bigint,
  first_bill_date bigint,
  next_bill_date bigint,
  current_term_started_at bigint,
  current_term_ends_at bigint,
  paused_at bigint,
  remaining_pause_cycles bigint,
  terms_and_conditions text,
  customer_notes text,
  vat_reverse_charge_notes text,
  tax_type text,
  tax_region text,
  tax_rate text,
  po_number text,
  net_terms bigint NOT NULL,
  collection_method text NOT NULL,
  bank_account_authorized_at bigint,
  started_with_gift boolean NOT NULL,
  converted_at bigint,
  no_billing_info_reason text,
  imported_trial boolean NOT NULL,
  gateway_code text,
  custom_fields text NOT NULL,
  anchor_at bigint NOT NULL DEFAULT 0,
  boundary_at bigint,
  late_periods bigint NOT NULL DEFAULT 0,
  postponed_at bigint,
  trial_told_at bigint,
  renewal_told_at bigint,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX subscriptions_by_account_and_creation ON subscriptions (site_id, account_id, created_at, uuid);
CREATE INDEX subscriptions_by_creation ON subscriptions (site_id, created_at, uuid);
CREATE INDEX subscriptions_by_change ON subscriptions (site_id, updated_at, uuid);
CREATE INDEX subscriptions_by_state_and_creation ON subscriptions (site_id, state, created_at, uuid);
CREATE INDEX subscriptions_boundary ON subscriptions (site_id, boundary_at, uuid) WHERE boundary_at IS NOT NULL;
CREATE INDEX subscriptions_trials_to_tell ON subscriptions (site_id, trial_ends_at, uuid)
  WHERE state = 'active' AND trial_ends_at IS NOT NULL AND COALESCE(trial_told_at, 0) <> trial_ends_at;
CREATE INDEX subscriptions_renewals_to_tell ON subscriptions (site_id, current_period_ends_at, uuid)
  WHERE state = 'active' AND interval_unit = 'months' AND interval_length >= 12
    AND COALESCE(renewal_told_at, 0) <> current_period_ends_at;

CREATE TABLE invoices (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  original_ids text NOT NULL,
  gift_card_id bigint,
  address text NOT NULL,
  shipping_address text,
  state text COLLATE "C" NOT NULL,
  invoice_number_prefix text NOT NULL,
  invoice_number bigint NOT NULL,
  po_number text,
  vat_number text,
  subtotal_in_cents bigint NOT NULL,
  subtotal_before_discount_in_cents bigint NOT NULL,
  discount_in_cents bigint NOT NULL,
  due_on bigint,
  balance_in_cents bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  refundable_total_in_cents bigint NOT NULL,
  tax_in_cents bigint NOT NULL,
  total_in_cents bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  attempt_next_collection_at bigint,
  closed_at bigint,
  recovery_reason text,
  terms_and_conditions text,
  customer_notes text,
  vat_reverse_charge_notes text,
  tax_type text,
  tax_region text,
  tax_rate text,
  net_terms bigint NOT NULL,
  collection_method text NOT NULL,
  gateway_code text,
  dunning text,
  dunning_due_at bigint,
  credited_in_cents bigint NOT NULL DEFAULT 0,
  unanswered_since bigint,
  unanswered_gateway text COLLATE "C",
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (site_id, invoice_number);
CREATE INDEX invoices_by_creation ON invoices (site_id, created_at, uuid);
CREATE INDEX invoices_by_change ON invoices (site_id, updated_at, uuid);
CREATE INDEX invoices_by_account_and_creation ON invoices (site_id, account_id, created_at, uuid);
CREATE INDEX invoices_by_state_and_creation ON invoices (site_id, state, created_at, uuid);
CREATE INDEX invoices_by_due_date ON invoices (site_id, due_on, uuid)
  WHERE state = 'pending' AND type = 'charge' AND collection_method = 'manual';
CREATE INDEX invoices_by_next_attempt ON invoices (site_id, attempt_next_collection_at, uuid)
  WHERE attempt_next_collection_at IS NOT NULL;
CREATE INDEX invoices_by_dunning ON invoices (site_id, dunning_due_at, uuid) WHERE dunning_due_at IS NOT NULL;
CREATE INDEX invoices_unanswered ON invoices (site_id, unanswered_since, uuid) WHERE unanswered_since IS NOT NULL;

CREATE TABLE invoice_originals (
  site_id text COLLATE "C" NOT NULL,
  credit_id text COLLATE "C" NOT NULL,
  charge_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, credit_id, charge_id),
  FOREIGN KEY (site_id, charge_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, credit_id) REFERENCES invoices (site_id, uuid)
);
CREATE INDEX invoice_originals_by_charge ON invoice_originals (site_id, charge_id);

CREATE TABLE adjustments (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C",
  subscription_id text COLLATE "C",
  plan_code text,
  position bigint NOT NULL,
  discounts text NOT NULL,
  taxes text NOT NULL,
  type text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  description text,
  accounting_code text,
  product_code text,
  origin text NOT NULL,
  unit_amount_in_cents bigint NOT NULL,
  quantity bigint NOT NULL,
  quantity_remaining bigint NOT NULL,
  original_adjustment_uuid text COLLATE "C",
  discount_in_cents bigint NOT NULL,
  tax_in_cents bigint NOT NULL,
  total_in_cents bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  taxable boolean NOT NULL,
  tax_type text,
  tax_region text,
  tax_rate text,
  tax_exempt boolean NOT NULL,
  tax_code text,
  shipping_address text,
  start_date bigint NOT NULL,
  end_date bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  revenue_schedule_type text,
  credit_reason_code text,
  credited_share text,
  computation text,
  quantity_decimal text,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions (site_id, uuid)
);
CREATE INDEX adjustments_by_account_and_creation ON adjustments (site_id, account_id, created_at, uuid);
CREATE INDEX adjustments_pending ON adjustments (site_id, account_id, currency, created_at, uuid)
  WHERE invoice_id IS NULL;
CREATE INDEX adjustments_by_invoice ON adjustments (site_id, invoice_id, position);
CREATE INDEX adjustments_by_subscription ON adjustments (site_id, subscription_id, invoice_id)
  WHERE subscription_id IS NOT NULL;
CREATE INDEX adjustments_by_original ON adjustments (site_id, original_adjustment_uuid)
  WHERE original_adjustment_uuid IS NOT NULL;
CREATE INDEX adjustments_by_account_and_change ON adjustments (site_id, account_id, updated_at, uuid);
CREATE INDEX adjustments_of_subscriptions ON adjustments (site_id, invoice_id, position)
  WHERE subscription_id IS NOT NULL;

CREATE TABLE credit_payments (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  original_invoice_id text COLLATE "C" NOT NULL,
  applied_to_invoice_id text COLLATE "C",
  original_credit_payment_uuid text COLLATE "C",
  refund_transaction_uuid text COLLATE "C",
  action text NOT NULL,
  currency text NOT NULL,
  amount_in_cents bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  voided_at bigint,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, applied_to_invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, original_invoice_id) REFERENCES invoices (site_id, uuid)
);
CREATE INDEX credit_payments_by_creation ON credit_payments (site_id, created_at, uuid);
CREATE INDEX credit_payments_by_change ON credit_payments (site_id, updated_at, uuid);
CREATE INDEX credit_payments_by_account ON credit_payments (site_id, account_id, created_at, uuid);
CREATE INDEX credit_payments_by_source ON credit_payments (site_id, original_invoice_id);
CREATE INDEX credit_payments_by_target ON credit_payments (site_id, applied_to_invoice_id);
CREATE INDEX credit_payments_by_refund ON credit_payments (site_id, refund_transaction_uuid)
  WHERE refund_transaction_uuid IS NOT NULL;

CREATE TABLE ledger_movements (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  account_id text COLLATE "C",
  currency text COLLATE "C" NOT NULL,
  what text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX ledger_movements_by_account ON ledger_movements (site_id, account_id, currency);

CREATE TABLE ledger_entries (
  site_id text COLLATE "C" NOT NULL,
  movement_id text COLLATE "C" NOT NULL,
  line bigint NOT NULL,
  account text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (site_id, movement_id, line),
  FOREIGN KEY (site_id, movement_id) REFERENCES ledger_movements (site_id, id)
);

CREATE TABLE coupons (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  coupon_code text NOT NULL,
  folded_code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  discount_type text NOT NULL,
  discount_percent bigint,
  discount_in_cents text,
  free_trial_amount bigint,
  free_trial_unit text,
  invoice_description text,
  redeem_by_date bigint,
  redeemable_until bigint,
  duration text NOT NULL,
  temporal_unit text,
  temporal_amount bigint,
  max_redemptions bigint,
  redeemed bigint NOT NULL,
  applies_to_all_plans boolean NOT NULL,
  applies_to_non_plan_charges boolean NOT NULL,
  redemption_resource text NOT NULL,
  max_redemptions_per_account bigint,
  coupon_type text NOT NULL,
  unique_code_template text,
  unique_coupon_codes_count bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  plan_codes text NOT NULL,
  PRIMARY KEY (site_id, key),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX coupons_by_code ON coupons (site_id, folded_code, key);
CREATE INDEX coupons_by_creation ON coupons (site_id, created_at, key);
CREATE INDEX coupons_by_change ON coupons (site_id, updated_at, key);

CREATE TABLE unique_coupon_codes (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  coupon_key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  coupon_code text NOT NULL,
  folded_code text COLLATE "C" NOT NULL,
  redeemed_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (site_id, key),
  FOREIGN KEY (site_id, coupon_key) REFERENCES coupons (site_id, key)
);
CREATE UNIQUE INDEX unique_coupon_codes_by_code ON unique_coupon_codes (site_id, folded_code);
CREATE INDEX unique_coupon_codes_by_creation ON unique_coupon_codes (site_id, coupon_key, created_at, key);
CREATE INDEX unique_coupon_codes_by_change ON unique_coupon_codes (site_id, coupon_key, updated_at, key);

CREATE TABLE redemptions (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  coupon_key text COLLATE "C" NOT NULL,
  unique_code_key text COLLATE "C",
  subscription_id text COLLATE "C",
  coupon_code text NOT NULL,
  single_use boolean NOT NULL,
  total_discounted_in_cents bigint NOT NULL,
  currency text NOT NULL,
  active_until bigint,
  ended_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, coupon_key) REFERENCES coupons (site_id, key),
  FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions (site_id, uuid),
  FOREIGN KEY (site_id, unique_code_key) REFERENCES unique_coupon_codes (site_id, key)
);
CREATE INDEX redemptions_by_account_and_creation ON redemptions (site_id, account_id, created_at, uuid);
CREATE INDEX redemptions_by_account_and_change ON redemptions (site_id, account_id, updated_at, uuid);
CREATE INDEX redemptions_by_account_and_coupon ON redemptions (site_id, account_id, coupon_key);
CREATE INDEX redemptions_by_coupon_and_creation ON redemptions (site_id, coupon_key, created_at, uuid);
CREATE INDEX redemptions_by_coupon_and_change ON redemptions (site_id, coupon_key, updated_at, uuid);
CREATE INDEX redemptions_by_unique_code ON redemptions (site_id, unique_code_key);
CREATE INDEX redemptions_by_subscription ON redemptions (site_id, subscription_id, created_at, uuid);

CREATE TABLE gift_cards (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  redemption_code text COLLATE "C" NOT NULL,
  gifter_account_id text COLLATE "C" NOT NULL,
  recipient_account_id text COLLATE "C",
  purchase_invoice_id text COLLATE "C",
  redemption_invoice_id text COLLATE "C",
  balance_in_cents bigint,
  product_code text NOT NULL,
  unit_amount_in_cents bigint NOT NULL,
  currency text NOT NULL,
  delivery text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  delivered_at bigint,
  redeemed_at bigint,
  canceled_at bigint,
  delivery_due_at bigint,
  before_settlement boolean,
  PRIMARY KEY (site_id, key),
  FOREIGN KEY (site_id, gifter_account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, purchase_invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, recipient_account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, redemption_invoice_id) REFERENCES invoices (site_id, uuid)
);
CREATE UNIQUE INDEX gift_cards_by_id ON gift_cards (site_id, id);
CREATE UNIQUE INDEX gift_cards_by_code ON gift_cards (site_id, redemption_code);
CREATE INDEX gift_cards_by_creation ON gift_cards (site_id, created_at, key);
CREATE INDEX gift_cards_by_change ON gift_cards (site_id, updated_at, key);
CREATE INDEX gift_cards_by_gifter ON gift_cards (site_id, gifter_account_id, created_at, key);
CREATE INDEX gift_cards_by_recipient ON gift_cards (site_id, recipient_account_id, created_at, key);
CREATE INDEX gift_cards_to_deliver ON gift_cards (site_id, delivery_due_at, key) WHERE delivery_due_at IS NOT NULL;

CREATE TABLE forced_collections (
  site_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);

CREATE TABLE due_leases (
  site_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  leased_until_ms bigint NOT NULL,
  PRIMARY KEY (site_id, subject),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE due_failures (
  site_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  failures bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  error text NOT NULL,
  failed_at_ms bigint NOT NULL,
  retry_at_ms bigint,
  PRIMARY KEY (site_id, kind, item_id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX due_failures_by_age ON due_failures (site_id, due_at, kind, item_id);
CREATE INDEX due_failures_by_retry ON due_failures (site_id, retry_at_ms) WHERE status = 'waiting';

CREATE TABLE events (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text,
  event text NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE usages (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  add_on_code text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  amount bigint NOT NULL,
  amount_decimal text NOT NULL,
  amount_billionths bigint NOT NULL,
  merchant_tag text,
  recording_timestamp bigint NOT NULL,
  usage_timestamp bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint,
  changed_at bigint NOT NULL,
  billed_at bigint,
  billed_line text COLLATE "C",
  usage_type text NOT NULL,
  unit_amount_in_cents bigint,
  usage_percentage text,
  tier_type text NOT NULL,
  tiers text NOT NULL,
  measured_unit_id bigint,
  origin text NOT NULL,
  late_started_at bigint,
  late_ends_at bigint,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, subscription_id, id),
  FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions (site_id, uuid)
);
CREATE INDEX usages_by_creation ON usages (site_id, subscription_id, add_on_code, created_at, key);
CREATE INDEX usages_by_change ON usages (site_id, subscription_id, add_on_code, changed_at, key);
CREATE INDEX usages_by_time ON usages (site_id, subscription_id, add_on_code, usage_timestamp);
CREATE INDEX usages_unbilled ON usages (site_id, subscription_id, add_on_code, late_started_at, usage_timestamp)
  WHERE billed_at IS NULL;

CREATE TABLE dunning_campaigns (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  schedule text NOT NULL,
  trial_schedule text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX dunning_campaigns_by_code ON dunning_campaigns (site_id, code);

CREATE TABLE dunning_assignments (
  site_id text COLLATE "C" NOT NULL,
  assignee text COLLATE "C" NOT NULL,
  assignee_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, assignee, assignee_id),
  FOREIGN KEY (site_id, campaign_id) REFERENCES dunning_campaigns (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX dunning_assignments_by_campaign ON dunning_assignments (site_id, campaign_id, assignee);

CREATE TABLE gateway_accounts (
  site_id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  adapter text COLLATE "C" NOT NULL,
  active boolean NOT NULL,
  currencies text,
  brands text,
  countries text,
  position bigint NOT NULL,
  sealed_credentials text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  endpoint text,
  PRIMARY KEY (site_id, code),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE clock_progress (
  site_id text COLLATE "C" NOT NULL,
  to_at bigint NOT NULL,
  reached_at bigint NOT NULL,
  items bigint NOT NULL,
  clock_offset bigint,
  PRIMARY KEY (site_id)
);

CREATE TABLE webhook_endpoints (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  types text,
  legacy_invoices boolean NOT NULL,
  paused_for text COLLATE "C",
  has_basic_auth boolean NOT NULL,
  header_names text NOT NULL,
  sealed_secrets text NOT NULL,
  previous_secret_until_ms bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE webhook_health (
  site_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  failing_since_ms bigint,
  PRIMARY KEY (site_id, endpoint_id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE webhook_leases (
  site_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  holder text COLLATE "C" NOT NULL,
  leased_until_ms bigint NOT NULL,
  PRIMARY KEY (site_id, subject),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE webhook_queue (
  site_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, event_id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);

CREATE TABLE webhook_notifications (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C",
  type text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text,
  body text NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX webhook_notifications_by_event ON webhook_notifications (site_id, event_id);
CREATE INDEX webhook_notifications_by_age ON webhook_notifications (site_id, created_at_ms);
CREATE INDEX webhook_samples ON webhook_notifications (site_id, id) WHERE event_id IS NULL;

CREATE TABLE webhook_deliveries (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  attempts bigint NOT NULL,
  next_attempt_at_ms bigint,
  delivered_at_ms bigint,
  log text NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (site_id, endpoint_id, notification_id);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (site_id, endpoint_id, sequence) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_to_retry ON webhook_deliveries (site_id, endpoint_id, next_attempt_at_ms, id)
  WHERE state = 'retrying';
CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries (site_id, state, id) WHERE state <> 'delivered';

CREATE TABLE account_sessions (
  site_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_token_hash text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, hash),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX account_sessions_by_use ON account_sessions (site_id, used_at_ms);
CREATE INDEX account_sessions_by_account ON account_sessions (site_id, account_id, created_at_ms);

CREATE TABLE payment_actions (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  id_hash text COLLATE "C",
  token_hash text COLLATE "C",
  result_hash text COLLATE "C",
  result_expires_at_ms bigint,
  state text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  gateway_type text NOT NULL,
  gateway_action text NOT NULL,
  reference text,
  method_reference text NOT NULL,
  presented text,
  amount_in_cents bigint NOT NULL,
  currency text NOT NULL,
  account_code text NOT NULL,
  transaction_uuid text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C",
  correlation text NOT NULL,
  requests bigint NOT NULL,
  created_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX payment_actions_by_id ON payment_actions (site_id, id_hash);
CREATE UNIQUE INDEX payment_actions_by_result ON payment_actions (site_id, result_hash);
CREATE INDEX payment_actions_by_invoice ON payment_actions (site_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX payment_actions_due ON payment_actions (site_id, ends_at, key);

CREATE TABLE gateway_notifications (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text COLLATE "C" NOT NULL,
  notification text NOT NULL,
  received_at bigint NOT NULL,
  due_at bigint,
  attempts bigint NOT NULL,
  outcome text COLLATE "C",
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX gateway_notifications_once ON gateway_notifications (site_id, gateway_code, message_id);
CREATE INDEX gateway_notifications_due ON gateway_notifications (site_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX gateway_notifications_processed ON gateway_notifications (site_id, received_at, id) WHERE due_at IS NULL;

CREATE TABLE disputes (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  transaction_uuid text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  amount_in_cents bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  booked boolean NOT NULL,
  withdrawn_in_cents bigint NOT NULL,
  fee_in_cents bigint NOT NULL,
  fee_currency text COLLATE "C",
  evidence_due_at bigint,
  reported_at bigint NOT NULL,
  opened_at bigint NOT NULL,
  closed_at bigint,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE UNIQUE INDEX disputes_by_reference ON disputes (site_id, gateway_code, reference);
CREATE INDEX disputes_by_transaction ON disputes (site_id, transaction_uuid);
CREATE INDEX disputes_open ON disputes (site_id, account_id) WHERE state = 'open';
CREATE INDEX disputes_by_age ON disputes (site_id, opened_at, id);

CREATE TABLE gateway_operations (
  site_id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  action text NOT NULL,
  request text NOT NULL,
  object text COLLATE "C",
  closed boolean NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (site_id, gateway_code, key),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX gateway_operations_at ON gateway_operations (site_id, at);

CREATE TABLE gateway_outages (
  site_id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  since bigint NOT NULL,
  error_code text COLLATE "C" NOT NULL,
  answered_at bigint,
  check_at bigint,
  hastened boolean NOT NULL,
  PRIMARY KEY (site_id, gateway_code),
  FOREIGN KEY (site_id) REFERENCES sites (id)
);
CREATE INDEX gateway_outages_check ON gateway_outages (site_id, check_at, gateway_code) WHERE check_at IS NOT NULL;
