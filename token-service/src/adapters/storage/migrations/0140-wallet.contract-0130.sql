-- An account has up to 20 payment methods: one is the primary, and at most one other the backup.
DROP INDEX payment_methods_by_account;
ALTER TABLE payment_methods ADD COLUMN primary_payment_method boolean NOT NULL DEFAULT true;
ALTER TABLE payment_methods ADD COLUMN backup_payment_method boolean NOT NULL DEFAULT false
  CHECK (NOT (backup_payment_method AND primary_payment_method));
CREATE INDEX payment_methods_by_account ON payment_methods (site_id, account_id, created_at, id);
CREATE UNIQUE INDEX primary_payment_methods ON payment_methods (site_id, account_id) WHERE primary_payment_method;
CREATE UNIQUE INDEX backup_payment_methods ON payment_methods (site_id, account_id) WHERE backup_payment_method;
