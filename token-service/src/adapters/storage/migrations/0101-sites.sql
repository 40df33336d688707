-- Sites, their API keys, and the requests that API clients may repeat.
--
-- Every table has the site of its rows, and every key and index begins with it: the site is the unit by which data
-- could be divided among databases. Moments are whole seconds of the site's clock, which a sandbox moves forward.
-- Columns that end in _ms are milliseconds of the system clock. Columns with a default are always written by this
-- release.

CREATE TABLE sites (
  id text COLLATE "C" PRIMARY KEY,
  subdomain text COLLATE "C" NOT NULL UNIQUE,
  mode text NOT NULL,
  tier text NOT NULL,
  standing text NOT NULL,
  technical_contact text,
  time_zone text NOT NULL,
  custom_fields text NOT NULL,

  -- The seller, as invoices print it.
  company text,
  company_address text NOT NULL DEFAULT '[]',
  company_vat_number text,
  seller_country text NOT NULL,

  -- Billing. Texts are printed on invoices whose subscription or purchase has none of its own.
  currencies text NOT NULL,
  address_requirement text NOT NULL,
  manual_invoicing boolean NOT NULL,
  customer_notes text,
  terms_and_conditions text,
  vat_reverse_charge_notes text,
  tax_registrations text NOT NULL DEFAULT '[]',
  tax_charges boolean NOT NULL DEFAULT true,
  tax_account_address boolean NOT NULL DEFAULT false,
  multiple_coupons boolean NOT NULL DEFAULT true,
  coupon_order text NOT NULL DEFAULT 'percent_first',
  several_percents text NOT NULL DEFAULT 'compounded',
  gift_card_offers text NOT NULL DEFAULT '[]',
  gift_cards_before_settlement boolean NOT NULL DEFAULT false,
  upgrade_requires_payment boolean NOT NULL DEFAULT false,
  upgrade_proration text NOT NULL DEFAULT 'prorate',
  downgrade_proration text NOT NULL DEFAULT 'prorate',
  catch_up_periods bigint DEFAULT 3,
  declined_refunds text NOT NULL DEFAULT 'refuse',
  on_dispute text NOT NULL DEFAULT '[]',
  wallet boolean NOT NULL DEFAULT false,

  -- Mail to customers, and the pages on which they manage their account.
  mail_from text,
  mail_reply_to text,
  mail_logo text,
  mail_color text,
  mail_language text DEFAULT 'en',
  mail_off text DEFAULT '[]',
  account_pages text NOT NULL DEFAULT '["cancel","reactivate","payment_method","invoices","details"]',
  account_page_plans text NOT NULL DEFAULT '[]',

  -- API versions and limits. A limit that is null does not exist.
  ended_versions text NOT NULL,
  unknown_versions text NOT NULL,
  card_numbers_in_text text NOT NULL DEFAULT 'by_mode',
  requests_per_minute bigint,
  tokens_per_minute bigint DEFAULT 3000,
  tokens_per_address bigint DEFAULT 300,
  attempts_per_hour bigint,
  attempts_per_card bigint DEFAULT 10,
  attempts_per_address bigint DEFAULT 40,

  -- Seconds by which the clock of a sandbox is ahead of the system clock.
  clock_offset bigint NOT NULL,
  -- Counts changes of the gateway accounts, so that every process rereads them.
  gateways_version bigint NOT NULL DEFAULT 0
);

-- A key is stored as its digest. A public key is stored as it is too, because pages contain it.
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

-- The last number of each series that a site counts: invoices, coupons, gift cards, measured units, shipping addresses.
CREATE TABLE sequences (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  series text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (site_id, series)
);

-- Requests with an Idempotency-Key. There is no status while a request is in progress. The outcome is recorded in the
-- transaction that caused it: a repeated request gets it even when the process died before it could store the response.
CREATE TABLE idempotency_keys (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  request_hash text NOT NULL,
  outcome text,
  status bigint,
  headers text,
  body text,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (site_id, created_at_ms);
