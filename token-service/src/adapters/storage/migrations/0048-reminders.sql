-- What customers have been told of by mail: the end of this trial, this renewal, this month of their card.
ALTER TABLE subscriptions ADD COLUMN trial_told_at bigint;
ALTER TABLE subscriptions ADD COLUMN renewal_told_at bigint;
ALTER TABLE billing_infos ADD COLUMN expiry_told bigint;
-- Trials that are over.
UPDATE subscriptions SET trial_told_at = trial_ends_at WHERE state = 'expired' OR current_period_ends_at IS NULL OR current_period_ends_at <> trial_ends_at;

CREATE INDEX subscriptions_trials_to_tell ON subscriptions (site_id, trial_ends_at, uuid)
  WHERE state = 'active' AND trial_ends_at IS NOT NULL AND COALESCE(trial_told_at, 0) <> trial_ends_at;
CREATE INDEX subscriptions_renewals_to_tell ON subscriptions (site_id, current_period_ends_at, uuid)
  WHERE state = 'active' AND interval_unit = 'months' AND interval_length >= 12 AND COALESCE(renewal_told_at, 0) <> current_period_ends_at;
CREATE INDEX billing_infos_to_tell ON billing_infos (site_id, (year * 12 + month), account_id)
  WHERE year IS NOT NULL AND month IS NOT NULL AND COALESCE(expiry_told, 0) <> year * 12 + month;
