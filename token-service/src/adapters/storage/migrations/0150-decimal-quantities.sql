-- What is left of a fraction, where a part of it was refunded: otherwise the whole quantity says it.
ALTER TABLE adjustments ADD COLUMN quantity_decimal_remaining text;
-- The price of a unit of a one-time charge for a fraction, which is stored as one unit of its amount.
ALTER TABLE adjustments ADD COLUMN price_of_unit_in_cents bigint;
