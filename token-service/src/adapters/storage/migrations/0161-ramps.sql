-- The prices of a plan by paid cycles; a fixed price has none.
ALTER TABLE plans ADD COLUMN pricing_model text NOT NULL DEFAULT 'fixed';
ALTER TABLE plans ADD COLUMN ramp_intervals text NOT NULL DEFAULT '[]';

-- The prices agreed, the paid cycle that runs, and when the prices that have begun did so.
ALTER TABLE subscriptions ADD COLUMN ramp_intervals text NOT NULL DEFAULT '[]';
ALTER TABLE subscriptions ADD COLUMN ramp_cycle bigint NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN ramp_started text NOT NULL DEFAULT '{}';

-- Pending changes were agreed at fixed prices.
UPDATE subscriptions SET pending = replace(pending, '"add_ons":', '"ramp_intervals":[],"add_ons":')
  WHERE pending IS NOT NULL;
