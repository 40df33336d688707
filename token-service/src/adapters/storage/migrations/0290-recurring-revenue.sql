-- The monthly recurring revenue of subscriptions: null until it is recorded, as by an earlier release.
ALTER TABLE subscriptions ADD COLUMN mrr text;
-- The part of it that is paid.
ALTER TABLE subscriptions ADD COLUMN mrr_in_cents bigint;
CREATE INDEX subscriptions_by_revenue ON subscriptions (site_id, currency, mrr_in_cents) WHERE mrr_in_cents > 0;
CREATE INDEX subscriptions_without_revenue ON subscriptions (site_id, updated_at, uuid)
  WHERE mrr IS NULL AND state <> 'expired';
-- The second condition keeps it from queries of the trials that go on, which have an index of their own.
CREATE INDEX subscriptions_by_end_of_trial ON subscriptions (site_id, trial_ends_at)
  WHERE trial_ends_at IS NOT NULL AND trial_started_at IS NOT NULL;

-- Its movements, which are only ever added.
CREATE TABLE mrr_movements (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  plan_code text NOT NULL,
  currency text NOT NULL,
  at bigint NOT NULL,
  kind text NOT NULL,
  amount_in_cents bigint NOT NULL,
  past_due_in_cents bigint NOT NULL,
  mrr_in_cents bigint NOT NULL,
  reason text,
  PRIMARY KEY (site_id, id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX mrr_movements_by_moment ON mrr_movements (site_id, at, id);
CREATE INDEX mrr_movements_of_subscription ON mrr_movements (site_id, subscription_id, id);
