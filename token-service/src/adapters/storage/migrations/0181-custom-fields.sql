-- Custom fields that a site defines for a kind of record. A removed one frees its name, and records keep its values.
CREATE TABLE custom_field_definitions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  related_type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  user_access text COLLATE "C" NOT NULL,
  display_name text,
  tooltip text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (site_id, key)
);
CREATE UNIQUE INDEX custom_field_definitions_by_id ON custom_field_definitions (site_id, id);
CREATE UNIQUE INDEX custom_field_definitions_by_name ON custom_field_definitions (site_id, related_type, name)
  WHERE deleted_at IS NULL;
CREATE INDEX custom_field_definitions_by_creation ON custom_field_definitions (site_id, created_at, key);
CREATE INDEX custom_field_definitions_by_change ON custom_field_definitions (site_id, updated_at, key);

ALTER TABLE plans ADD COLUMN custom_fields text NOT NULL DEFAULT '[]';
ALTER TABLE items ADD COLUMN custom_fields text NOT NULL DEFAULT '[]';
ALTER TABLE adjustments ADD COLUMN custom_fields text NOT NULL DEFAULT '[]';
