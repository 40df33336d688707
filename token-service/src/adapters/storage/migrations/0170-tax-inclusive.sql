-- Prices that contain their tax, and the tax within the discount of such a line.
ALTER TABLE subscriptions ADD COLUMN tax_inclusive boolean NOT NULL DEFAULT false;
ALTER TABLE adjustments ADD COLUMN tax_inclusive boolean NOT NULL DEFAULT false;
ALTER TABLE adjustments ADD COLUMN discount_tax_in_cents bigint NOT NULL DEFAULT 0;
