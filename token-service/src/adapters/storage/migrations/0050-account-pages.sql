-- Customer account pages: what a site offers on them, and the sessions of signed-in customers.
ALTER TABLE sites ADD COLUMN account_pages text NOT NULL DEFAULT '["cancel","reactivate","payment_method","invoices","details"]';
ALTER TABLE sites ADD COLUMN account_page_plans text NOT NULL DEFAULT '[]';
CREATE TABLE account_sessions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  hash text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  login_token_hash text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, hash)
);
CREATE INDEX account_sessions_by_use ON account_sessions (site_id, used_at_ms);
-- The address of a page names no site. Twelve characters find the account; all of them are compared afterwards.
CREATE INDEX accounts_by_login_token ON accounts (substr(hosted_login_token, 1, 12));
