-- The trouble that each process is in, as it says itself, so that a worker can tell operators what it does not see. A
-- process works at all sites: its rows belong to none of them.
CREATE TABLE process_troubles (
  holder text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  seen_at_ms bigint NOT NULL,
  PRIMARY KEY (holder, part)
);
