-- What happened, with snapshots of the records concerned: webhooks and mail are made from it. And what becomes of each message of the outbox.

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

ALTER TABLE outbox ADD COLUMN status text DEFAULT 'queued';
ALTER TABLE outbox ADD COLUMN attempts bigint DEFAULT 0;
ALTER TABLE outbox ADD COLUMN next_attempt_at_ms bigint;
UPDATE outbox SET next_attempt_at_ms = queued_at_ms;
CREATE INDEX outbox_by_next_attempt ON outbox (site_id, next_attempt_at_ms, id) WHERE status = 'queued';
