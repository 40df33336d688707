-- Accounts and the records that belong to one: addresses, acquisition, notes, billing info, sessions of the account
-- pages.

CREATE TABLE accounts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  parent_id text COLLATE "C",
  account_code text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  username text,
  email text,
  -- Links in mail are valid for the address that they were sent to.
  email_changed_at_ms bigint,
  cc_emails text,
  first_name text,
  last_name text,
  company_name text,
  -- The addressee, where that is not the account itself.
  address_first_name text,
  address_last_name text,
  address_name_on_account text,
  address_company text,
  address_address1 text,
  address_address2 text,
  address_city text,
  address_state text,
  address_zip text,
  address_country text,
  address_phone text,
  vat_number text,
  tax_exempt boolean NOT NULL,
  exemption_certificate text,
  entity_use_code text,
  accept_language text,
  preferred_locale text,
  custom_fields text NOT NULL,
  hosted_login_token text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  closed_at bigint,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, parent_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX accounts_by_code ON accounts (site_id, account_code);
CREATE INDEX accounts_by_creation ON accounts (site_id, created_at, id);
CREATE INDEX accounts_by_change ON accounts (site_id, updated_at, id);
CREATE INDEX accounts_by_state_and_creation ON accounts (site_id, state, created_at, id);
CREATE INDEX accounts_by_state_and_change ON accounts (site_id, state, updated_at, id);
CREATE INDEX accounts_by_parent_and_creation ON accounts (site_id, parent_id, created_at, id)
  WHERE parent_id IS NOT NULL;
CREATE INDEX accounts_by_parent_and_change ON accounts (site_id, parent_id, updated_at, id) WHERE parent_id IS NOT NULL;
-- The address of an account page names no site, so this index does not begin with one. Twelve characters find the
-- account; the whole token is compared afterwards, in constant time.
CREATE INDEX accounts_by_login_token ON accounts (substr(hosted_login_token, 1, 12));

-- The id counts from 1 in each site and is what clients see; the key sorts by creation.
CREATE TABLE shipping_addresses (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  nickname text,
  first_name text NOT NULL,
  last_name text NOT NULL,
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
  channel text,
  subchannel text,
  campaign text,
  cost_in_cents bigint,
  currency text,
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

-- An account has one payment method. Its card or bank account is stored with the gateway, which names it by a
-- reference.
CREATE TABLE billing_infos (
  site_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  gateway_code text NOT NULL,
  reference text NOT NULL,
  -- The card network's id of the payment or check that the customer made: payments that the merchant initiates name it.
  network_transaction_id text,
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
  first_six text,
  last_four text,
  year bigint,
  month bigint,
  -- The month of expiry, as year * 12 + month, that the customer was reminded of.
  expiry_reminder_for bigint,
  account_type text,
  routing_number text,
  -- The text that the holder of the bank account agreed to, as it was shown, and when.
  bank_account_authorized_at bigint,
  bank_account_authorization text,
  paypal_billing_agreement_id text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
-- Messages of gateways name payment methods by reference.
CREATE INDEX billing_infos_by_reference ON billing_infos (site_id, reference);
CREATE INDEX billing_infos_expiry_reminders ON billing_infos (site_id, (year * 12 + month), account_id)
  WHERE year IS NOT NULL AND month IS NOT NULL AND COALESCE(expiry_reminder_for, 0) <> year * 12 + month;

-- Sessions of customers on the account pages, by digests. A new login token of the account ends them.
CREATE TABLE account_sessions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  hash text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_token_hash text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, hash)
);
CREATE INDEX account_sessions_by_use ON account_sessions (site_id, used_at_ms);
CREATE INDEX account_sessions_by_account ON account_sessions (site_id, account_id, created_at_ms);
