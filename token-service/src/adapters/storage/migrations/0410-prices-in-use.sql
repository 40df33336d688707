-- The catalogue counts the live subscriptions to a plan by the price that they pay and the code that they were sold
-- under, even after the code of the plan was changed. SQLite reads the index alone because the state is in it too.
CREATE INDEX subscriptions_live_by_plan
  ON subscriptions (site_id, plan_id, plan_code, currency, unit_amount_in_cents, state)
  WHERE state IN ('active', 'canceled', 'future', 'paused');
