-- What is sold: subscriptions, the lines of invoices, invoices, credit on the move, and the ledger of all of it.
-- The narrow tables that stood in for the first and third held nothing.

DROP TABLE subscriptions;
DROP TABLE invoices;

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
  tax_in_cents bigint,
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
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX subscriptions_by_account ON subscriptions (site_id, account_id, state);
CREATE INDEX subscriptions_by_account_and_creation ON subscriptions (site_id, account_id, created_at, uuid);
CREATE INDEX subscriptions_by_creation ON subscriptions (site_id, created_at, uuid);
CREATE INDEX subscriptions_by_change ON subscriptions (site_id, updated_at, uuid);
CREATE INDEX subscriptions_by_state_and_creation ON subscriptions (site_id, state, created_at, uuid);
CREATE INDEX subscriptions_by_bill_date ON subscriptions (site_id, state, current_period_ends_at);

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
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (site_id, invoice_number);
CREATE INDEX invoices_by_account ON invoices (site_id, account_id, state);
CREATE INDEX invoices_by_state ON invoices (site_id, state, account_id);
CREATE INDEX invoices_by_creation ON invoices (site_id, created_at, uuid);
CREATE INDEX invoices_by_change ON invoices (site_id, updated_at, uuid);
CREATE INDEX invoices_by_account_and_creation ON invoices (site_id, account_id, created_at, uuid);
CREATE INDEX invoices_by_state_and_creation ON invoices (site_id, state, created_at, uuid);

-- Which charge invoices a credit invoice came from.
CREATE TABLE invoice_originals (
  site_id text COLLATE "C" NOT NULL,
  credit_id text COLLATE "C" NOT NULL,
  charge_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, credit_id, charge_id),
  FOREIGN KEY (site_id, credit_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, charge_id) REFERENCES invoices (site_id, uuid)
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
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions (site_id, uuid)
);
CREATE INDEX adjustments_by_account_and_creation ON adjustments (site_id, account_id, created_at, uuid);
CREATE INDEX adjustments_by_account_and_change ON adjustments (site_id, account_id, updated_at, uuid);
CREATE INDEX adjustments_pending ON adjustments (site_id, account_id, currency, created_at, uuid) WHERE invoice_id IS NULL;
CREATE INDEX adjustments_by_invoice ON adjustments (site_id, invoice_id, position);
CREATE INDEX adjustments_by_subscription ON adjustments (site_id, subscription_id, invoice_id);
CREATE INDEX adjustments_by_original ON adjustments (site_id, original_adjustment_uuid);

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
  FOREIGN KEY (site_id, original_invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, applied_to_invoice_id) REFERENCES invoices (site_id, uuid)
);
CREATE INDEX credit_payments_by_creation ON credit_payments (site_id, created_at, uuid);
CREATE INDEX credit_payments_by_change ON credit_payments (site_id, updated_at, uuid);
CREATE INDEX credit_payments_by_account ON credit_payments (site_id, account_id, created_at, uuid);
CREATE INDEX credit_payments_by_source ON credit_payments (site_id, original_invoice_id);
CREATE INDEX credit_payments_by_target ON credit_payments (site_id, applied_to_invoice_id);

ALTER TABLE transactions ADD COLUMN invoice_id text COLLATE "C";
ALTER TABLE transactions ADD COLUMN original_transaction_uuid text COLLATE "C";
ALTER TABLE transactions ADD COLUMN gateway_code text;
ALTER TABLE transactions ADD COLUMN collected_at bigint;
ALTER TABLE transactions ADD COLUMN description text;
CREATE INDEX transactions_by_invoice ON transactions (site_id, invoice_id, created_at, uuid);
CREATE INDEX transactions_by_original ON transactions (site_id, original_transaction_uuid);

-- Append-only. The entries of one movement add up to nothing.
CREATE TABLE ledger_movements (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  account_id text COLLATE "C",
  currency text COLLATE "C" NOT NULL,
  what text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, id)
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

ALTER TABLE gateway_log ADD COLUMN reference text COLLATE "C";
ALTER TABLE gateway_log ADD COLUMN about text COLLATE "C";
CREATE INDEX gateway_log_by_reference ON gateway_log (reference);
CREATE INDEX gateway_log_by_subject ON gateway_log (about);

ALTER TABLE intents ADD COLUMN reserved text;
ALTER TABLE intents ADD COLUMN sale text;
