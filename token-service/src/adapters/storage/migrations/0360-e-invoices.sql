-- The seller on e-invoices, and whether documents contain them.
ALTER TABLE sites ADD COLUMN company_city text;
ALTER TABLE sites ADD COLUMN company_zip text;
ALTER TABLE sites ADD COLUMN company_contact text;
ALTER TABLE sites ADD COLUMN company_phone text;
ALTER TABLE sites ADD COLUMN company_email text;
ALTER TABLE sites ADD COLUMN company_iban text;
ALTER TABLE sites ADD COLUMN e_invoices text NOT NULL DEFAULT 'off';
