-- Where each process runs, so that an operator finds it.
ALTER TABLE process_signs ADD COLUMN host text NOT NULL DEFAULT '';
ALTER TABLE process_signs ADD COLUMN pid bigint NOT NULL DEFAULT 0;
