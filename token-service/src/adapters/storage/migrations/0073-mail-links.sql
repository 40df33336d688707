-- Links in mail end with the email address they went to; copies of mail have none. Sessions are counted per account.
ALTER TABLE accounts ADD COLUMN email_changed_at_ms bigint;
ALTER TABLE outbox ADD COLUMN is_copy boolean NOT NULL DEFAULT false;
CREATE INDEX account_sessions_by_account ON account_sessions (site_id, account_id, created_at_ms);
