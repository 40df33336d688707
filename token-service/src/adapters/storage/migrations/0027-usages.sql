-- What subscriptions used of their add-ons, with the price that was agreed when it was recorded.
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
CREATE INDEX usages_unbilled ON usages (site_id, subscription_id, add_on_code, late_started_at, usage_timestamp) WHERE billed_at IS NULL;
