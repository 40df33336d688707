-- The date from which the periods of a subscription are computed. Subscriptions sold before are in their first period, whose anchor is the first
-- bill date.
ALTER TABLE subscriptions ADD COLUMN anchor_at bigint NOT NULL DEFAULT 0;
UPDATE subscriptions SET anchor_at = coalesce(first_bill_date, starts_at, activated_at, created_at);
