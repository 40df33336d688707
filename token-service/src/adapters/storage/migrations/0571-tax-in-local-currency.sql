-- The rates by which an invoice states its tax in the currency of the country of the tax. Earlier invoices have none.
ALTER TABLE invoices ADD COLUMN tax_conversion text;
