-- What search compares, folded by the database itself: programs of the release before write accounts too, and erasing
-- a customer's data empties it with the columns that it comes from. SQLite computes such columns when it writes an
-- index or reads a row; PostgreSQL stores them. Only the letters A to Z are folded, by which both engines agree.
ALTER TABLE accounts ADD COLUMN folded_email text COLLATE "C"
  GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED;
ALTER TABLE accounts ADD COLUMN folded_text text COLLATE "C"
  GENERATED ALWAYS AS (lower((coalesce(email, '') || '|' || coalesce(first_name, '') || ' ' ||
    coalesce(last_name, '') || '|' || coalesce(company_name, '') || '|' || account_code) COLLATE "C")) STORED;
CREATE INDEX accounts_by_email ON accounts (site_id, folded_email, created_at, id);
-- Parts of the text are found by reading this index alone, in its order.
CREATE INDEX accounts_by_text ON accounts (site_id, folded_text, created_at, id);
CREATE INDEX accounts_by_vat_number ON accounts (site_id, vat_number) WHERE vat_number IS NOT NULL;

CREATE INDEX payment_methods_by_last_four ON payment_methods (site_id, last_four, account_id)
  WHERE last_four IS NOT NULL;
-- The reference that a gateway shows is a part of the stored one.
CREATE INDEX payment_methods_of_references ON payment_methods (site_id, reference, account_id);
CREATE INDEX payment_methods_by_vat_number ON payment_methods (site_id, vat_number, account_id)
  WHERE vat_number IS NOT NULL;

CREATE INDEX subscriptions_by_po_number ON subscriptions (site_id, po_number) WHERE po_number IS NOT NULL;

CREATE INDEX invoices_by_po_number ON invoices (site_id, po_number) WHERE po_number IS NOT NULL;
CREATE INDEX invoices_by_vat_number ON invoices (site_id, vat_number, uuid) WHERE vat_number IS NOT NULL;
CREATE INDEX invoices_by_total ON invoices (site_id, currency, total_in_cents, created_at, uuid);

CREATE INDEX transactions_by_amount ON transactions (site_id, currency, amount_in_cents, created_at, uuid);
CREATE INDEX disputes_by_reference_alone ON disputes (site_id, reference);
CREATE INDEX audit_log_by_correlation ON audit_log (site_id, correlation, id);
