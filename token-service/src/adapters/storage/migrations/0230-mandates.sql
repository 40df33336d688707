-- The reference of the customer's mandate for debits by SEPA, BACS or BECS.
ALTER TABLE payment_methods ADD COLUMN mandate_reference text;
