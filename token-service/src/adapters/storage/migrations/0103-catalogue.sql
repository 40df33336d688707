-- The catalogue: plans, measured units, add-ons, coupons. Deleted plans, units and add-ons stay for the subscriptions
-- that have them; their codes and names can be used again.

CREATE TABLE plans (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  plan_code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  unit_name text NOT NULL,
  unit_amount_in_cents text NOT NULL,
  setup_fee_in_cents text NOT NULL,
  plan_interval_unit text NOT NULL,
  plan_interval_length bigint NOT NULL,
  trial_interval_unit text NOT NULL,
  trial_interval_length bigint NOT NULL,
  trial_requires_billing_info boolean NOT NULL,
  total_billing_cycles bigint,
  auto_renew boolean NOT NULL,
  tax_exempt boolean NOT NULL,
  tax_code text,
  accounting_code text,
  setup_fee_accounting_code text,
  revenue_schedule_type text,
  setup_fee_revenue_schedule_type text,
  success_url text,
  cancel_url text,
  payment_page_tos_link text,
  display_donation_amounts boolean NOT NULL,
  display_quantity boolean NOT NULL,
  display_phone_number boolean NOT NULL,
  bypass_hosted_confirmation boolean NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX plans_by_code ON plans (site_id, plan_code) WHERE state = 'active';
CREATE INDEX plans_by_creation ON plans (site_id, state, created_at, id);
CREATE INDEX plans_by_change ON plans (site_id, state, updated_at, id);
-- Codes may have capitals, and no two active plans differ in case alone.
CREATE UNIQUE INDEX plans_by_any_case ON plans (site_id, LOWER(plan_code)) WHERE state = 'active';

CREATE TABLE measured_units (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  description text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id)
);
CREATE UNIQUE INDEX measured_units_by_name ON measured_units (site_id, name) WHERE state = 'active';
CREATE INDEX measured_units_by_creation ON measured_units (site_id, state, created_at, key);
CREATE INDEX measured_units_by_change ON measured_units (site_id, state, updated_at, key);

CREATE TABLE plan_add_ons (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  add_on_code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  add_on_type text NOT NULL,
  usage_type text,
  usage_percentage text,
  measured_unit_id bigint,
  unit_amount_in_cents text,
  tier_type text NOT NULL,
  tiers text NOT NULL,
  default_quantity bigint NOT NULL,
  optional boolean NOT NULL,
  display_quantity_on_hosted_page boolean NOT NULL,
  tax_code text,
  accounting_code text NOT NULL,
  revenue_schedule_type text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, plan_id) REFERENCES plans (site_id, id),
  FOREIGN KEY (site_id, measured_unit_id) REFERENCES measured_units (site_id, id)
);
CREATE UNIQUE INDEX plan_add_ons_by_code ON plan_add_ons (site_id, plan_id, add_on_code) WHERE state = 'active';
CREATE INDEX plan_add_ons_by_creation ON plan_add_ons (site_id, plan_id, state, created_at, id);
CREATE INDEX plan_add_ons_by_change ON plan_add_ons (site_id, plan_id, state, updated_at, id);
CREATE INDEX plan_add_ons_by_unit ON plan_add_ons (site_id, measured_unit_id, state);

-- A coupon has no state of its own: it follows from dates and counts. Codes are found in lower case.
CREATE TABLE coupons (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  coupon_code text NOT NULL,
  folded_code text COLLATE "C" NOT NULL,
  coupon_type text NOT NULL,
  name text NOT NULL,
  description text,
  invoice_description text,
  discount_type text NOT NULL,
  discount_percent bigint,
  discount_in_cents text,
  free_trial_unit text,
  free_trial_amount bigint,
  duration text NOT NULL,
  temporal_unit text,
  temporal_amount bigint,
  applies_to_all_plans boolean NOT NULL,
  applies_to_non_plan_charges boolean NOT NULL,
  plan_codes text NOT NULL,
  redemption_resource text NOT NULL,
  redeem_by_date bigint,
  redeemable_until bigint,
  redemption_count bigint NOT NULL,
  max_redemptions bigint,
  max_redemptions_per_account bigint,
  unique_code_template text,
  unique_coupon_codes_count bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (site_id, key)
);
-- Not unique: the code of an expired coupon can be used again, and the latest coupon has it.
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
