-- The general ledger accounts and performance obligations that products refer to, and the codes that lines repeat.

ALTER TABLE plans ADD COLUMN liability_gl_account_id text;
ALTER TABLE plans ADD COLUMN revenue_gl_account_id text;
ALTER TABLE plans ADD COLUMN performance_obligation_id text;
ALTER TABLE plans ADD COLUMN setup_fee_liability_gl_account_id text;
ALTER TABLE plans ADD COLUMN setup_fee_revenue_gl_account_id text;
ALTER TABLE plans ADD COLUMN setup_fee_performance_obligation_id text;

ALTER TABLE plan_add_ons ADD COLUMN liability_gl_account_id text;
ALTER TABLE plan_add_ons ADD COLUMN revenue_gl_account_id text;
ALTER TABLE plan_add_ons ADD COLUMN performance_obligation_id text;

ALTER TABLE items ADD COLUMN liability_gl_account_id text;
ALTER TABLE items ADD COLUMN revenue_gl_account_id text;
ALTER TABLE items ADD COLUMN performance_obligation_id text;

ALTER TABLE gift_cards ADD COLUMN liability_gl_account_id text;
ALTER TABLE gift_cards ADD COLUMN revenue_gl_account_id text;
ALTER TABLE gift_cards ADD COLUMN performance_obligation_id text;

ALTER TABLE adjustments ADD COLUMN liability_gl_account_code text;
ALTER TABLE adjustments ADD COLUMN revenue_gl_account_code text;
ALTER TABLE adjustments ADD COLUMN performance_obligation_id text;

-- Gift cards that are sold from now on.
ALTER TABLE sites ADD COLUMN gift_card_liability_gl_account_id text;
ALTER TABLE sites ADD COLUMN gift_card_revenue_gl_account_id text;
ALTER TABLE sites ADD COLUMN gift_card_performance_obligation_id text;
