-- The exact quantity of an invoice line for usage, which may have a fraction.
ALTER TABLE adjustments ADD COLUMN quantity_decimal text;
