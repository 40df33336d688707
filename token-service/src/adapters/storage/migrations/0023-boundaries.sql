-- When time moves a subscription next, and how many periods in a row were billed after the next one had begun.
ALTER TABLE subscriptions ADD COLUMN boundary_at bigint;
ALTER TABLE subscriptions ADD COLUMN late_periods bigint NOT NULL DEFAULT 0;
UPDATE subscriptions SET boundary_at = CASE
  WHEN state = 'expired' THEN NULL
  WHEN state = 'future' THEN starts_at
  WHEN state = 'canceled' AND expires_at < current_period_ends_at THEN expires_at
  ELSE current_period_ends_at END;
CREATE INDEX subscriptions_boundary ON subscriptions (site_id, boundary_at, uuid) WHERE boundary_at IS NOT NULL;

-- How the amount of a line was computed.
ALTER TABLE adjustments ADD COLUMN computation text;

-- Missed periods that are billed without an operator.
ALTER TABLE sites ADD COLUMN catch_up_periods bigint DEFAULT 3;
