-- Permissions of customers, which operators define, and what grants them. A plan that is deleted grants them to its
-- subscriptions as before.

CREATE TABLE permissions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, key)
);
CREATE UNIQUE INDEX permissions_by_code ON permissions (site_id, code);

CREATE TABLE permission_grants (
  site_id text COLLATE "C" NOT NULL,
  permission_key text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  granting_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (site_id, permission_key, kind, granting_id),
  FOREIGN KEY (site_id, permission_key) REFERENCES permissions (site_id, key)
);
CREATE INDEX permission_grants_by_granting ON permission_grants (site_id, kind, granting_id);
