-- What the service does by itself: events and the audit log, mail, due work.

-- Snapshots of the records that an event concerns, written in the transaction that caused it. Webhooks and mail are
-- made from them.
CREATE TABLE events (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text,
  event text NOT NULL,
  PRIMARY KEY (site_id, id)
);

-- Who changed what, and when. Append-only.
CREATE TABLE audit_log (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  correlation text NOT NULL,
  PRIMARY KEY (site_id, id)
);

-- Messages to customers and operators.
CREATE TABLE outbox (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text NOT NULL,
  payload text NOT NULL,
  -- Copies of mail have no links to the account pages, which sign the customer in.
  is_copy boolean NOT NULL DEFAULT false,
  status text DEFAULT 'queued',
  attempts bigint DEFAULT 0,
  error text,
  -- The date of the message in a sandbox; null for messages about the service itself.
  caused_at bigint,
  queued_at_ms bigint NOT NULL,
  next_attempt_at_ms bigint,
  give_up_at_ms bigint,
  ended_at_ms bigint,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX outbox_by_recipient ON outbox (site_id, kind, recipient, queued_at_ms);
CREATE INDEX outbox_by_next_attempt ON outbox (site_id, next_attempt_at_ms, id) WHERE status = 'queued';
CREATE INDEX outbox_by_account ON outbox (site_id, account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX outbox_delivered ON outbox (site_id, recipient, ended_at_ms) WHERE status = 'delivered';
CREATE INDEX outbox_ended ON outbox (site_id, ended_at_ms, id) WHERE ended_at_ms IS NOT NULL;

-- Due moments are columns of the records themselves, each with a partial index. A worker claims the subject of an item,
-- usually an account, for the length of a lease.
CREATE TABLE due_leases (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  subject text COLLATE "C" NOT NULL,
  leased_until_ms bigint NOT NULL,
  PRIMARY KEY (site_id, subject)
);

-- An item that fails is retried, and parked after too many failures: then it waits for an operator.
CREATE TABLE due_failures (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  kind text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  failures bigint NOT NULL,
  error text NOT NULL,
  due_at bigint NOT NULL,
  failed_at_ms bigint NOT NULL,
  retry_at_ms bigint,
  PRIMARY KEY (site_id, kind, item_id)
);
CREATE INDEX due_failures_by_age ON due_failures (site_id, due_at, kind, item_id);
CREATE INDEX due_failures_by_retry ON due_failures (site_id, retry_at_ms) WHERE status = 'waiting';

-- How far the due work of a sandbox has come since its clock was moved. A worker whose site has another clock_offset
-- read it before the move was cancelled, and stops.
CREATE TABLE clock_progress (
  site_id text COLLATE "C" NOT NULL,
  target_at bigint NOT NULL,
  reached_at bigint NOT NULL,
  items bigint NOT NULL,
  clock_offset bigint,
  PRIMARY KEY (site_id)
);
