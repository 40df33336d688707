-- Reports that due work makes, each with its progress and the digest of its result.
CREATE TABLE report_runs (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  report text NOT NULL,
  from_day text NOT NULL,
  to_day text NOT NULL,
  filters text NOT NULL,
  state text NOT NULL,
  requested_by text NOT NULL,
  created_at bigint NOT NULL,
  started_at bigint,
  ended_at bigint,
  attempts bigint NOT NULL,
  running_until_ms bigint,
  records_read bigint NOT NULL,
  days_done bigint NOT NULL,
  days bigint NOT NULL,
  row_count bigint,
  sha256 text,
  parts bigint NOT NULL,
  error text,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX report_runs_by_creation ON report_runs (site_id, created_at, id);
CREATE INDEX report_runs_open ON report_runs (site_id, created_at, id) WHERE state IN ('waiting', 'running');

-- The rows of a result, compressed, in parts.
CREATE TABLE report_run_parts (
  site_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  part bigint NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (site_id, run_id, part),
  FOREIGN KEY (site_id, run_id) REFERENCES report_runs (site_id, id)
);
