-- Looks of invoices. An invoice keeps the look that it was made with, so a template can change and be removed.

CREATE TABLE invoice_templates (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  is_default boolean NOT NULL,
  header_image text,
  footer_image text,
  address text,
  hide_line_dates boolean NOT NULL,
  hide_zero_lines boolean NOT NULL,
  text text,
  line_text text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, uuid),
  UNIQUE (site_id, code)
);

-- The files of their pictures, in Base64. They stay for the invoices that have them.
CREATE TABLE invoice_pictures (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  digest text COLLATE "C" NOT NULL,
  type text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (site_id, digest)
);

ALTER TABLE accounts ADD COLUMN invoice_template_uuid text COLLATE "C";
CREATE INDEX accounts_by_invoice_template ON accounts (site_id, invoice_template_uuid, id)
  WHERE invoice_template_uuid IS NOT NULL;

ALTER TABLE invoices ADD COLUMN look text;
ALTER TABLE adjustments ADD COLUMN printed_text text;
