-- Each save of a subscription increases its revision. An operation that was computed on an earlier one is refused.
ALTER TABLE subscriptions ADD COLUMN revision bigint NOT NULL DEFAULT 1;
