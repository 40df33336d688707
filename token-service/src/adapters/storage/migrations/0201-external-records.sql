-- Records of app stores, which this service mirrors. The reference of a subscription to its product may be gone.

CREATE TABLE external_accounts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  external_account_code text COLLATE "C" NOT NULL,
  external_connection_type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX external_accounts_by_code
  ON external_accounts (site_id, external_account_code, external_connection_type);
CREATE INDEX external_accounts_by_creation ON external_accounts (site_id, account_id, created_at, key);
CREATE INDEX external_accounts_by_change ON external_accounts (site_id, account_id, updated_at, key);

CREATE TABLE external_products (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C",
  name text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id),
  FOREIGN KEY (site_id, plan_id) REFERENCES plans (site_id, id)
);
CREATE INDEX external_products_by_creation ON external_products (site_id, created_at, key);
CREATE INDEX external_products_by_change ON external_products (site_id, updated_at, key);

CREATE TABLE external_product_references (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  product_key text COLLATE "C" NOT NULL,
  reference_code text COLLATE "C" NOT NULL,
  external_connection_type text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id),
  FOREIGN KEY (site_id, product_key) REFERENCES external_products (site_id, key)
);
CREATE UNIQUE INDEX external_product_references_by_code
  ON external_product_references (site_id, reference_code, external_connection_type);
CREATE INDEX external_product_references_by_creation
  ON external_product_references (site_id, product_key, created_at, key);
CREATE INDEX external_product_references_by_change
  ON external_product_references (site_id, product_key, updated_at, key);

CREATE TABLE external_subscriptions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  reference_key text COLLATE "C",
  external_id text COLLATE "C" NOT NULL,
  last_purchased bigint,
  auto_renew boolean NOT NULL,
  in_grace_period boolean NOT NULL,
  app_identifier text,
  quantity bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  activated_at bigint,
  canceled_at bigint,
  expires_at bigint,
  trial_started_at bigint,
  trial_ends_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  test boolean NOT NULL,
  imported boolean NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, uuid),
  UNIQUE (site_id, external_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX external_subscriptions_by_creation ON external_subscriptions (site_id, created_at, key);
CREATE INDEX external_subscriptions_by_change ON external_subscriptions (site_id, updated_at, key);
CREATE INDEX external_subscriptions_of_account ON external_subscriptions (site_id, account_id, created_at, key);
CREATE INDEX external_subscriptions_of_account_by_change
  ON external_subscriptions (site_id, account_id, updated_at, key);
CREATE INDEX external_subscriptions_by_reference ON external_subscriptions (site_id, reference_key)
  WHERE reference_key IS NOT NULL;

CREATE TABLE external_payment_phases (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  subscription_key text COLLATE "C" NOT NULL,
  started_at bigint,
  ends_at bigint,
  starting_billing_period_index bigint NOT NULL,
  ending_billing_period_index bigint,
  offer_type text,
  offer_name text,
  period_count bigint,
  period_length text,
  amount text,
  currency text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id),
  FOREIGN KEY (site_id, subscription_key) REFERENCES external_subscriptions (site_id, key)
);
CREATE UNIQUE INDEX external_payment_phases_by_period
  ON external_payment_phases (site_id, subscription_key, starting_billing_period_index);
CREATE INDEX external_payment_phases_by_creation
  ON external_payment_phases (site_id, subscription_key, created_at, key);
CREATE INDEX external_payment_phases_by_change ON external_payment_phases (site_id, subscription_key, updated_at, key);

CREATE TABLE external_invoices (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  subscription_key text COLLATE "C" NOT NULL,
  phase_key text COLLATE "C",
  external_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  total text NOT NULL,
  line_items text NOT NULL,
  purchased_at bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id),
  UNIQUE (site_id, external_id),
  FOREIGN KEY (site_id, subscription_key) REFERENCES external_subscriptions (site_id, key)
);
CREATE INDEX external_invoices_by_creation ON external_invoices (site_id, created_at, key);
CREATE INDEX external_invoices_by_change ON external_invoices (site_id, updated_at, key);
CREATE INDEX external_invoices_of_account ON external_invoices (site_id, account_id, created_at, key);
CREATE INDEX external_invoices_of_account_by_change ON external_invoices (site_id, account_id, updated_at, key);
CREATE INDEX external_invoices_of_subscription ON external_invoices (site_id, subscription_key, created_at, key);
CREATE INDEX external_invoices_of_subscription_by_change
  ON external_invoices (site_id, subscription_key, updated_at, key);
