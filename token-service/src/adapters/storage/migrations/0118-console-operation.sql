-- The network address from which a change was asked for; null: none is known, or it is that of a customer.
ALTER TABLE audit_log ADD COLUMN address text;

-- The last use of each private key. Apart from the keys, which are read with every request.
CREATE TABLE api_key_uses (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key_id text COLLATE "C" NOT NULL,
  used_at_ms bigint NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (site_id, key_id)
);

-- The console finds mail by its address and by its kind.
CREATE INDEX outbox_by_kind ON outbox (site_id, kind, id);
