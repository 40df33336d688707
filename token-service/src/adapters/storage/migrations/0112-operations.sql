-- Each worker says every thirty seconds that it runs, so that every process can tell when one hangs or none is there.
-- A worker works at all sites: its sign belongs to none of them.
CREATE TABLE worker_signs (
  holder text COLLATE "C" NOT NULL,
  started_at_ms bigint NOT NULL,
  seen_at_ms bigint NOT NULL,
  PRIMARY KEY (holder)
);

-- Hours for which collections wait for a gateway that does not answer.
ALTER TABLE sites ADD COLUMN gateway_patience bigint DEFAULT 24;
