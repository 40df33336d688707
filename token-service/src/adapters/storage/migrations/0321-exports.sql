-- When a site is exported next.
CREATE TABLE export_schedules (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  next_at bigint NOT NULL,
  running_until_ms bigint,
  PRIMARY KEY (site_id)
);
CREATE INDEX export_schedules_by_moment ON export_schedules (site_id, next_at);

-- Exports that were made, with a digest of each file.
CREATE TABLE exports (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  secret text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (site_id, day)
);
CREATE INDEX exports_by_creation ON exports (site_id, created_at, id);

CREATE TABLE export_files (
  site_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  md5sum text NOT NULL,
  bytes bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (site_id, day, name),
  FOREIGN KEY (site_id, day) REFERENCES exports (site_id, day)
);
