-- The general ledger accounts and the obligation that lines of shipping fees are labeled with.

ALTER TABLE shipping_methods ADD COLUMN liability_gl_account_id text;
ALTER TABLE shipping_methods ADD COLUMN revenue_gl_account_id text;
ALTER TABLE shipping_methods ADD COLUMN performance_obligation_id text;
