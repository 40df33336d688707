-- Accounts of the merchant's bookkeeping, and the obligations that a site added to the built-in ones.

CREATE TABLE general_ledger_accounts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  account_type text NOT NULL,
  description text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id),
  UNIQUE (site_id, code)
);
CREATE INDEX general_ledger_accounts_by_creation ON general_ledger_accounts (site_id, created_at, key);
CREATE INDEX general_ledger_accounts_by_change ON general_ledger_accounts (site_id, updated_at, key);

-- One that was removed stays for the records that refer to it.
CREATE TABLE performance_obligations (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key),
  UNIQUE (site_id, id)
);
