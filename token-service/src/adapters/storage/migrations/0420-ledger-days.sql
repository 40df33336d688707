-- The sums of whole days of the ledger, days of UTC, so that reports need not add up all movements since the beginning.
-- They are used while the ledger has as many movements of the day as they add up, which is only ever added to.
CREATE TABLE ledger_days (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  -- Days since 1970-01-01.
  day bigint NOT NULL,
  account text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  debits bigint NOT NULL,
  credits bigint NOT NULL,
  -- The movements of the whole day, in each of its rows.
  movements bigint NOT NULL,
  PRIMARY KEY (site_id, day, account, currency, kind)
);
