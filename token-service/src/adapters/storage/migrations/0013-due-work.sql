-- Claims and failures of due work. Workers claim the subject of an item (an account) for the length of a lease; what fails is retried, then parked.

CREATE TABLE due_leases (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  subject text COLLATE "C" NOT NULL,
  leased_until_ms bigint NOT NULL,
  PRIMARY KEY (site_id, subject)
);

CREATE TABLE due_failures (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  kind text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  failures bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  error text NOT NULL,
  failed_at_ms bigint NOT NULL,
  retry_at_ms bigint,
  PRIMARY KEY (site_id, kind, item_id)
);
CREATE INDEX due_failures_by_age ON due_failures (site_id, due_at, kind, item_id);
CREATE INDEX due_failures_by_retry ON due_failures (site_id, retry_at_ms) WHERE status = 'waiting';
