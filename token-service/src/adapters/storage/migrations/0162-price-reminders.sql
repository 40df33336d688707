-- The end of the period after which a ramp has another price, and the one that the customer was told of.
ALTER TABLE subscriptions ADD COLUMN price_changes_at bigint;
ALTER TABLE subscriptions ADD COLUMN price_reminder_for bigint;
CREATE INDEX subscriptions_price_reminders ON subscriptions (site_id, price_changes_at, uuid)
  WHERE price_changes_at IS NOT NULL AND COALESCE(price_reminder_for, 0) <> price_changes_at;
