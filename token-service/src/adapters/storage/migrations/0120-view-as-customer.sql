-- The operator who looks at the account pages as the customer; null: the session is the customer's own.
ALTER TABLE account_sessions ADD COLUMN viewer text;
-- Until when the operator's link opens the session (ms); null: it is open.
ALTER TABLE account_sessions ADD COLUMN link_until_ms bigint;
