-- The companies of a merchant that sell. One that was removed stays for the invoices that have it.

CREATE TABLE business_entities (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  is_default boolean NOT NULL,
  invoice_display_address_address1 text,
  invoice_display_address_address2 text,
  invoice_display_address_city text,
  invoice_display_address_state text,
  invoice_display_address_zip text,
  invoice_display_address_country text,
  invoice_display_address_phone text,
  tax_address_address1 text,
  tax_address_address2 text,
  tax_address_city text,
  tax_address_state text,
  tax_address_zip text,
  tax_address_country text,
  tax_address_phone text,
  origin_tax_address_source text NOT NULL,
  destination_tax_address_source text NOT NULL,
  subscriber_location_countries text NOT NULL,
  default_vat_number text,
  default_registration_number text,
  default_liability_gl_account_id text,
  default_revenue_gl_account_id text,
  invoice_number_prefix text NOT NULL,
  customer_notes text,
  terms_and_conditions text,
  vat_reverse_charge_notes text,
  mail_from text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id)
);
CREATE UNIQUE INDEX business_entities_by_code ON business_entities (site_id, code) WHERE state = 'active';

ALTER TABLE accounts ADD COLUMN override_business_entity_id text;
CREATE INDEX accounts_by_entity ON accounts (site_id, override_business_entity_id, id)
  WHERE override_business_entity_id IS NOT NULL;

ALTER TABLE invoices ADD COLUMN business_entity_id text;
CREATE INDEX invoices_by_entity ON invoices (site_id, business_entity_id, created_at, uuid)
  WHERE business_entity_id IS NOT NULL;

-- Each prefix has numbers of its own.
DROP INDEX invoices_by_number;
CREATE UNIQUE INDEX invoices_by_number ON invoices (site_id, invoice_number, invoice_number_prefix);
