-- Dunning of past-due invoices: the schedule that an invoice entered with, how far it is, and when its next step is due. What the card network
-- advised after a decline says whether retries may follow. Invoices that are past due already enter dunning with their next failed attempt.
ALTER TABLE invoices ADD COLUMN dunning text;
ALTER TABLE invoices ADD COLUMN dunning_due_at bigint;
CREATE INDEX invoices_by_dunning ON invoices (site_id, dunning_due_at, uuid) WHERE dunning_due_at IS NOT NULL;
ALTER TABLE transactions ADD COLUMN network_advice text;
