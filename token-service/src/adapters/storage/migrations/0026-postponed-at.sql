-- When a subscription was last postponed: clients repeat that call, and a second one within a minute is refused.
ALTER TABLE subscriptions ADD COLUMN postponed_at bigint;
