-- Sites, keys, accounts and what belongs to them, and the tables every later one leans on.
-- API times are whole seconds of the site's clock; columns that end in _ms are milliseconds of the system clock.

CREATE TABLE sites (
  id text COLLATE "C" PRIMARY KEY,
  subdomain text COLLATE "C" NOT NULL UNIQUE,
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
  clock_offset bigint NOT NULL
);

CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY,
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  kind text NOT NULL,
  name text NOT NULL,
  hash text COLLATE "C" NOT NULL UNIQUE,
  value text,
  read_only boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  valid_until_ms bigint
);
CREATE INDEX api_keys_by_site ON api_keys (site_id, created_at_ms, id);
CREATE UNIQUE INDEX api_keys_one_public ON api_keys (site_id) WHERE kind = 'public';

CREATE TABLE accounts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
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
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, parent_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX accounts_by_code ON accounts (site_id, account_code);
CREATE UNIQUE INDEX accounts_by_login ON accounts (site_id, hosted_login_token);
CREATE INDEX accounts_by_creation ON accounts (site_id, created_at, id);
CREATE INDEX accounts_by_change ON accounts (site_id, updated_at, id);
CREATE INDEX accounts_by_state_and_creation ON accounts (site_id, state, created_at, id);
CREATE INDEX accounts_by_state_and_change ON accounts (site_id, state, updated_at, id);
CREATE INDEX accounts_by_parent_and_creation ON accounts (site_id, parent_id, created_at, id);
CREATE INDEX accounts_by_parent_and_change ON accounts (site_id, parent_id, updated_at, id);

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
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);

-- Without an account when a declined sign-up left none behind.
CREATE TABLE transactions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
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
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX transactions_by_creation ON transactions (site_id, created_at, uuid);
CREATE INDEX transactions_by_change ON transactions (site_id, updated_at, uuid);
CREATE INDEX transactions_by_status_and_creation ON transactions (site_id, status, created_at, uuid);
CREATE INDEX transactions_by_status_and_change ON transactions (site_id, status, updated_at, uuid);
CREATE INDEX transactions_by_account_and_creation ON transactions (site_id, account_id, created_at, uuid);
CREATE INDEX transactions_by_account_and_change ON transactions (site_id, account_id, updated_at, uuid);
CREATE INDEX transactions_by_account_and_action ON transactions (site_id, account_id, action, created_at);

-- What accounts are asked about: which subscriptions they have, and what they owe. Credit invoices have negative balances.
CREATE TABLE subscriptions (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX subscriptions_by_account ON subscriptions (site_id, account_id, state);

CREATE TABLE invoices (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  balance_in_cents bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX invoices_by_account ON invoices (site_id, account_id, state);
CREATE INDEX invoices_by_state ON invoices (site_id, state, account_id);

CREATE TABLE intents (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  gateway_key text NOT NULL,
  gateway_code text NOT NULL,
  correlation text NOT NULL,
  leased_until_ms bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX intents_by_subject ON intents (site_id, subject);
CREATE INDEX intents_by_lease ON intents (site_id, leased_until_ms);

CREATE TABLE events (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  actor text NOT NULL,
  correlation text NOT NULL,
  what text NOT NULL,
  subject text NOT NULL,
  PRIMARY KEY (site_id, id)
);

CREATE TABLE outbox (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  correlation text NOT NULL,
  payload text NOT NULL,
  queued_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX outbox_by_recipient ON outbox (site_id, kind, recipient, queued_at_ms);

-- Without a status while the request is in progress.
CREATE TABLE idempotency_keys (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  request_hash text NOT NULL,
  status bigint,
  headers text,
  body text,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (site_id, created_at_ms);

CREATE TABLE sequences (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  series text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (site_id, series)
);

-- The test gateway is a world of its own beside the sites, so its log belongs to none of them.
CREATE TABLE gateway_log (
  key text COLLATE "C" PRIMARY KEY,
  entry text NOT NULL,
  at_ms bigint NOT NULL
);
