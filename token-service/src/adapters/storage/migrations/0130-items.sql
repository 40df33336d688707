-- Products of the catalogue. An inactive one keeps its code.
CREATE TABLE items (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  item_code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  external_sku text,
  accounting_code text,
  revenue_schedule_type text NOT NULL,
  tax_exempt boolean NOT NULL,
  tax_code text,
  state text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (site_id, id),
  UNIQUE (site_id, item_code)
);
CREATE INDEX items_by_creation ON items (site_id, created_at, id);
CREATE INDEX items_by_change ON items (site_id, updated_at, id);
CREATE INDEX items_by_state_and_creation ON items (site_id, state, created_at, id);
CREATE INDEX items_by_state_and_change ON items (site_id, state, updated_at, id);
