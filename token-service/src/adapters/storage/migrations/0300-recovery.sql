-- The invoices that were past due, for the report of what was recovered of them.
CREATE INDEX invoices_with_dunning ON invoices (site_id, created_at, uuid) WHERE dunning IS NOT NULL;
