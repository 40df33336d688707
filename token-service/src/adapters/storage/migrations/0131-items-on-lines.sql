-- The item that a line sells, with its codes as they were then; null on every other line.
ALTER TABLE adjustments ADD COLUMN item_code text;
ALTER TABLE adjustments ADD COLUMN external_sku text;
