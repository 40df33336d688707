-- Net terms count from the date of an invoice (net) or from the end of its month (eom).
ALTER TABLE subscriptions ADD COLUMN net_terms_type text NOT NULL DEFAULT 'net';
ALTER TABLE invoices ADD COLUMN net_terms_type text NOT NULL DEFAULT 'net';
