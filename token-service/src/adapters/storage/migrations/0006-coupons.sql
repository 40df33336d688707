-- Coupons, the unique codes of bulk coupons, and what accounts redeemed. States follow from dates and counts; codes are matched in lower case.

ALTER TABLE sites ADD COLUMN multiple_coupons boolean NOT NULL DEFAULT true;
ALTER TABLE sites ADD COLUMN coupon_order text NOT NULL DEFAULT 'percent_first';
ALTER TABLE sites ADD COLUMN several_percents text NOT NULL DEFAULT 'compounded';

CREATE TABLE coupons (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
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
  PRIMARY KEY (site_id, key)
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
