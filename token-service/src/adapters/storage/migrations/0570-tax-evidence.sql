-- The country of the issuer of a card, or of the bank of an IBAN.
ALTER TABLE payment_methods ADD COLUMN cc_bin_country text;
-- The countries that spoke for where the customer was at the sale. Those of earlier invoices were not kept.
ALTER TABLE invoices ADD COLUMN tax_evidence text;
