-- What is sold: plans, their add-ons, and the units that usage is counted in. Deleted ones stay for those who bought them; their names are free again.

CREATE TABLE plans (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
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
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX plans_by_code ON plans (site_id, plan_code) WHERE state = 'active';
CREATE INDEX plans_by_creation ON plans (site_id, state, created_at, id);
CREATE INDEX plans_by_change ON plans (site_id, state, updated_at, id);

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
  FOREIGN KEY (site_id, plan_id) REFERENCES plans (site_id, id),
  FOREIGN KEY (site_id, measured_unit_id) REFERENCES measured_units (site_id, id)
);
CREATE UNIQUE INDEX plan_add_ons_by_code ON plan_add_ons (site_id, plan_id, add_on_code) WHERE state = 'active';
CREATE INDEX plan_add_ons_by_creation ON plan_add_ons (site_id, plan_id, state, created_at, id);
CREATE INDEX plan_add_ons_by_change ON plan_add_ons (site_id, plan_id, state, updated_at, id);
CREATE INDEX plan_add_ons_by_unit ON plan_add_ons (site_id, measured_unit_id, state);
