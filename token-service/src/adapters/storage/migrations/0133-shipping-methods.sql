-- Ways of delivery, which fees name by their code.
CREATE TABLE shipping_methods (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  accounting_code text,
  tax_code text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id),
  UNIQUE (site_id, code)
);
CREATE INDEX shipping_methods_by_creation ON shipping_methods (site_id, created_at, id);
CREATE INDEX shipping_methods_by_change ON shipping_methods (site_id, updated_at, id);
