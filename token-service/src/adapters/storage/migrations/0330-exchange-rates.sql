-- Euro reference rates of the European Central Bank, for tax returns.
CREATE TABLE exchange_rates (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  day text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  rate text NOT NULL,
  PRIMARY KEY (site_id, day, currency)
);
