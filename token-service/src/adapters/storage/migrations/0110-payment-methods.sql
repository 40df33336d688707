-- Payment methods have ids of their own, so that an account can have several later. The id of an earlier billing info
-- is that of its account, by which failed reminders about it are kept.
CREATE TABLE payment_methods (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
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
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
INSERT INTO payment_methods (
  site_id, id, account_id, type, gateway_code, reference, network_transaction_id, first_name, last_name,
  name_on_account, company, address1, address2, city, state, zip, country, phone, vat_number, ip_address,
  ip_address_country, card_type, first_six, last_four, year, month, expiry_reminder_for, account_type,
  routing_number, bank_account_authorized_at, bank_account_authorization, paypal_billing_agreement_id, created_at,
  updated_at
)
SELECT
  site_id, account_id, account_id, type, gateway_code, reference, network_transaction_id, first_name, last_name,
  name_on_account, company, address1, address2, city, state, zip, country, phone, vat_number, ip_address,
  ip_address_country, card_type, first_six, last_four, year, month, expiry_reminder_for, account_type,
  routing_number, bank_account_authorized_at, bank_account_authorization, paypal_billing_agreement_id, created_at,
  updated_at
FROM billing_infos;
DROP TABLE billing_infos;
-- For now, an account has one.
CREATE UNIQUE INDEX payment_methods_by_account ON payment_methods (site_id, account_id);
-- Messages of gateways name payment methods by reference.
CREATE INDEX payment_methods_by_reference ON payment_methods (site_id, reference);
CREATE INDEX payment_methods_expiry_reminders ON payment_methods (site_id, (year * 12 + month), id)
  WHERE year IS NOT NULL AND month IS NOT NULL AND COALESCE(expiry_reminder_for, 0) <> year * 12 + month;
