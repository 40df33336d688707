-- Who sells, as invoices print it.

ALTER TABLE sites ADD COLUMN company text;
ALTER TABLE sites ADD COLUMN company_address text NOT NULL DEFAULT '[]';
ALTER TABLE sites ADD COLUMN company_vat_number text;
