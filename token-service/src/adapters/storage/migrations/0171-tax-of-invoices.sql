-- The taxes of an invoice, each summed up, and whether the tax service was asked. Null before.
ALTER TABLE invoices ADD COLUMN taxes text;
ALTER TABLE invoices ADD COLUMN used_tax_service boolean;
-- Where the sale of a line starts and ends for its tax.
ALTER TABLE adjustments ADD COLUMN origin_tax_address_source text;
ALTER TABLE adjustments ADD COLUMN destination_tax_address_source text;
