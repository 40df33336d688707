-- How the postings of a site's ledger become those of its accounting software.
CREATE TABLE journal_charts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  chart text NOT NULL,
  changed_at bigint NOT NULL,
  PRIMARY KEY (site_id)
);

-- Batches of movements that the accounting software was given, with what their files are made from.
CREATE TABLE journal_batches (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  number bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  detail text NOT NULL,
  up_to text NOT NULL,
  time_zone text NOT NULL,
  chart text NOT NULL,
  made_at bigint NOT NULL,
  made_by text NOT NULL,
  correlation text COLLATE "C" NOT NULL,
  movements bigint NOT NULL,
  first_day text,
  last_day text,
  totals text NOT NULL,
  PRIMARY KEY (site_id, number)
);

-- The batch of each movement. The ledger itself is only ever added to.
CREATE TABLE journal_movements (
  site_id text COLLATE "C" NOT NULL,
  movement_id text COLLATE "C" NOT NULL,
  batch bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (site_id, movement_id),
  FOREIGN KEY (site_id, batch) REFERENCES journal_batches (site_id, number),
  FOREIGN KEY (site_id, movement_id) REFERENCES ledger_movements (site_id, id)
);
CREATE INDEX journal_movements_of_batch ON journal_movements (site_id, batch, at, movement_id);
