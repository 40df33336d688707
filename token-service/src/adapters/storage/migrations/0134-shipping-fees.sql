-- The fee of each period, and the method that it is for.
ALTER TABLE subscriptions ADD COLUMN shipping_method_code text;
ALTER TABLE subscriptions ADD COLUMN shipping_amount_in_cents bigint;
