-- Payments by the code of their error, with which the stored error begins, and entries of the audit log by their action:
-- few of a site may have the one that is looked for.
CREATE INDEX transactions_by_error ON transactions (site_id, substr(transaction_error, 1, 80) COLLATE "C")
  WHERE transaction_error IS NOT NULL;
CREATE INDEX audit_log_by_action ON audit_log (site_id, action COLLATE "C", id);
