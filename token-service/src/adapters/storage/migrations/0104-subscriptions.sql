-- Subscriptions, the usage of their add-ons, and the coupons that accounts and subscriptions have redeemed.

-- Plan, price and add-ons are stored with the subscription as they were agreed: a changed or deleted plan changes
-- nothing.
CREATE TABLE subscriptions (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  plan_code text NOT NULL,
  plan_name text NOT NULL,
  currency text NOT NULL,
  unit_amount_in_cents bigint NOT NULL,
  quantity bigint NOT NULL,
  setup_fee_in_cents bigint NOT NULL,
  add_ons text NOT NULL,
  -- The change that waits for the end of the period.
  pending text,
  interval_unit text NOT NULL,
  interval_length bigint NOT NULL,

  -- Periods are computed from the anchor, so that none drifts: 31 January, 28 February, 31 March.
  anchor_at bigint NOT NULL DEFAULT 0,
  starts_at bigint,
  activated_at bigint,
  trial_started_at bigint,
  trial_ends_at bigint,
  first_bill_date bigint,
  current_period_started_at bigint,
  current_period_ends_at bigint,
  next_bill_date bigint,
  current_term_started_at bigint,
  current_term_ends_at bigint,
  total_billing_cycles bigint,
  remaining_billing_cycles bigint,
  auto_renew boolean NOT NULL,
  renewal_billing_cycles bigint,
  -- Clients repeat the call that postpones: a second one within a minute is refused.
  postponed_at bigint,
  paused_at bigint,
  remaining_pause_cycles bigint,
  canceled_at bigint,
  expires_at bigint,
  converted_at bigint,
  -- When time moves the subscription next, and how many periods in a row were billed after the next one had begun.
  boundary_at bigint,
  late_periods bigint NOT NULL DEFAULT 0,
  -- The trial_ends_at and the current_period_ends_at that the customer was reminded of.
  trial_reminder_for bigint,
  renewal_reminder_for bigint,

  collection_method text NOT NULL,
  net_terms bigint NOT NULL,
  gateway_code text,
  po_number text,
  bank_account_authorized_at bigint,
  no_billing_info_reason text,
  tax_exempt boolean NOT NULL,
  tax_code text,
  tax_type text,
  tax_region text,
  tax_rate text,
  revenue_schedule_type text,
  started_with_gift boolean NOT NULL,
  imported_trial boolean NOT NULL,
  shipping_address_key text COLLATE "C",
  terms_and_conditions text,
  customer_notes text,
  vat_reverse_charge_notes text,
  custom_fields text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX subscriptions_by_account_and_creation ON subscriptions (site_id, account_id, created_at, uuid);
CREATE INDEX subscriptions_by_creation ON subscriptions (site_id, created_at, uuid);
CREATE INDEX subscriptions_by_change ON subscriptions (site_id, updated_at, uuid);
CREATE INDEX subscriptions_by_state_and_creation ON subscriptions (site_id, state, created_at, uuid);
CREATE INDEX subscriptions_boundary ON subscriptions (site_id, boundary_at, uuid) WHERE boundary_at IS NOT NULL;
CREATE INDEX subscriptions_trial_reminders ON subscriptions (site_id, trial_ends_at, uuid)
  WHERE state = 'active' AND trial_ends_at IS NOT NULL AND COALESCE(trial_reminder_for, 0) <> trial_ends_at;
CREATE INDEX subscriptions_renewal_reminders ON subscriptions (site_id, current_period_ends_at, uuid)
  WHERE state = 'active' AND interval_unit = 'months' AND interval_length >= 12
    AND COALESCE(renewal_reminder_for, 0) <> current_period_ends_at;

-- Usage, with the price that was agreed when it was recorded. The amount that clients see may be cut: amount_billionths
-- is the rest of it.
CREATE TABLE usages (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  add_on_code text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  origin text NOT NULL,
  usage_type text NOT NULL,
  measured_unit_id bigint,
  amount bigint NOT NULL,
  amount_decimal text NOT NULL,
  amount_billionths bigint NOT NULL,
  unit_amount_in_cents bigint,
  usage_percentage text,
  tier_type text NOT NULL,
  tiers text NOT NULL,
  merchant_tag text,
  recording_timestamp bigint NOT NULL,
  usage_timestamp bigint NOT NULL,
  -- The period of late usage, which was billed before the usage was recorded.
  late_started_at bigint,
  late_ends_at bigint,
  -- The invoice line that billed it, and when.
  billed_line text COLLATE "C",
  billed_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint,
  -- updated_at, or else created_at: lists are sorted by it.
  changed_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, subscription_id, id),
  FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions (site_id, uuid)
);
CREATE INDEX usages_by_creation ON usages (site_id, subscription_id, add_on_code, created_at, key);
CREATE INDEX usages_by_change ON usages (site_id, subscription_id, add_on_code, changed_at, key);
CREATE INDEX usages_by_time ON usages (site_id, subscription_id, add_on_code, usage_timestamp);
CREATE INDEX usages_unbilled ON usages (site_id, subscription_id, add_on_code, late_started_at, usage_timestamp)
  WHERE billed_at IS NULL;

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
  FOREIGN KEY (site_id, unique_code_key) REFERENCES unique_coupon_codes (site_id, key),
  FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions (site_id, uuid)
);
CREATE INDEX redemptions_by_account_and_creation ON redemptions (site_id, account_id, created_at, uuid);
CREATE INDEX redemptions_by_account_and_change ON redemptions (site_id, account_id, updated_at, uuid);
CREATE INDEX redemptions_by_account_and_coupon ON redemptions (site_id, account_id, coupon_key);
CREATE INDEX redemptions_by_coupon_and_creation ON redemptions (site_id, coupon_key, created_at, uuid);
CREATE INDEX redemptions_by_coupon_and_change ON redemptions (site_id, coupon_key, updated_at, uuid);
CREATE INDEX redemptions_by_unique_code ON redemptions (site_id, unique_code_key);
CREATE INDEX redemptions_by_subscription ON redemptions (site_id, subscription_id, created_at, uuid);
