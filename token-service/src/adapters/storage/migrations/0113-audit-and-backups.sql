-- What changed settings were and are, as {"name": {"from": …, "to": …}}.
ALTER TABLE audit_log ADD COLUMN changes text;

-- Days for which a site keeps events, mail and entries of the audit log; null: as long as the service does by itself.
ALTER TABLE sites ADD COLUMN keep_events bigint;
ALTER TABLE sites ADD COLUMN keep_mail bigint;
ALTER TABLE sites ADD COLUMN keep_audit bigint;

-- When the database was last backed up, in a single row.
CREATE TABLE backups (
  id text COLLATE "C" NOT NULL,
  taken_at_ms bigint NOT NULL,
  PRIMARY KEY (id)
);
