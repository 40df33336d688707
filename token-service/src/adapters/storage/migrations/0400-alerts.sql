-- Conditions of a site that need a person, one episode of each kind.

CREATE TABLE alerts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  kind text COLLATE "C" NOT NULL,
  since_ms bigint NOT NULL,
  detail text NOT NULL,
  calm_since_ms bigint,
  PRIMARY KEY (site_id, kind)
);
