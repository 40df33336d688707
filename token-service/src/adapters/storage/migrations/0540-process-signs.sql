-- The latest sign of each process, of whatever part of the service, with its release: operators see which ones there are.
-- Workers also leave one in worker_signs, which tells health whether there is any.
CREATE TABLE process_signs (
  holder text COLLATE "C" NOT NULL,
  serves text NOT NULL,
  version text NOT NULL,
  started_at_ms bigint NOT NULL,
  seen_at_ms bigint NOT NULL,
  PRIMARY KEY (holder)
);
