-- What happens by itself as time goes by: payments that settle later, invoices that are overdue or to be collected; and how often an account is collected
-- from by force.

ALTER TABLE transactions ADD COLUMN settlement_due_at bigint;
UPDATE transactions SET settlement_due_at = created_at + 86400 WHERE status = 'scheduled';
CREATE INDEX transactions_by_settlement ON transactions (site_id, settlement_due_at, uuid) WHERE settlement_due_at IS NOT NULL;

CREATE INDEX invoices_by_due_date ON invoices (site_id, due_on, uuid) WHERE state = 'pending' AND type = 'charge' AND collection_method = 'manual';
CREATE INDEX invoices_by_next_attempt ON invoices (site_id, attempt_next_collection_at, uuid) WHERE attempt_next_collection_at IS NOT NULL;

CREATE INDEX credit_payments_by_refund ON credit_payments (site_id, refund_transaction_uuid) WHERE refund_transaction_uuid IS NOT NULL;

CREATE TABLE forced_collections (
  site_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
