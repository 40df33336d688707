-- From schema 0082, the last one before release 0.1.0, to the schema of the migrations 0101 to 0108, for both engines. It
-- runs once, in the transaction that replaces the records of the old migrations by those of the new ones.

-- Columns, tables and indexes with new names. Indexes are created again, because SQLite cannot rename one.

ALTER TABLE audit_log RENAME COLUMN what TO action;

ALTER TABLE ledger_movements RENAME COLUMN what TO kind;

ALTER TABLE subscriptions RENAME COLUMN trial_told_at TO trial_reminder_for;
ALTER TABLE subscriptions RENAME COLUMN renewal_told_at TO renewal_reminder_for;
DROP INDEX subscriptions_trials_to_tell;
DROP INDEX subscriptions_renewals_to_tell;
CREATE INDEX subscriptions_trial_reminders ON subscriptions (site_id, trial_ends_at, uuid)
  WHERE state = 'active' AND trial_ends_at IS NOT NULL AND COALESCE(trial_reminder_for, 0) <> trial_ends_at;
CREATE INDEX subscriptions_renewal_reminders ON subscriptions (site_id, current_period_ends_at, uuid)
  WHERE state = 'active' AND interval_unit = 'months' AND interval_length >= 12
    AND COALESCE(renewal_reminder_for, 0) <> current_period_ends_at;

ALTER TABLE billing_infos RENAME COLUMN expiry_told TO expiry_reminder_for;
DROP INDEX billing_infos_to_tell;
CREATE INDEX billing_infos_expiry_reminders ON billing_infos (site_id, (year * 12 + month), account_id)
  WHERE year IS NOT NULL AND month IS NOT NULL AND COALESCE(expiry_reminder_for, 0) <> year * 12 + month;

ALTER TABLE coupons RENAME COLUMN redeemed TO redemption_count;

CREATE TABLE manual_collections (
  site_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  collected_at bigint NOT NULL,
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
INSERT INTO manual_collections (site_id, account_id, collected_at) SELECT site_id, account_id, at FROM forced_collections;
DROP TABLE forced_collections;

ALTER TABLE gateway_outages RENAME COLUMN hastened TO collections_resumed;

ALTER TABLE gateway_log RENAME COLUMN about TO original_reference;
DROP INDEX gateway_log_by_subject;
CREATE INDEX gateway_log_by_original ON gateway_log (original_reference);

ALTER TABLE clock_progress RENAME COLUMN to_at TO target_at;

ALTER TABLE webhook_endpoints RENAME COLUMN paused_for TO pause_reason;

-- Stored values, by table. Statements change nothing in a database whose program made the conversion already.

UPDATE audit_log SET action = CASE action
    WHEN 'billing_info.code_checked' THEN 'billing_info.cvv_verified'
    WHEN 'payment.entered' THEN 'payment.recorded'
    WHEN 'sale.made' THEN 'order.completed'
    ELSE 'site.travel_canceled'
  END
  WHERE action IN ('billing_info.code_checked', 'payment.entered', 'sale.made', 'site.journey_cancelled');

UPDATE ledger_movements SET kind = CASE kind
    WHEN 'payment.returned' THEN 'credit.paid_out'
    WHEN 'payment.came_back' THEN 'refund.failed'
    ELSE 'payment.charged_back'
  END
  WHERE kind IN ('payment.returned', 'payment.came_back', 'payment.lost');

-- Every outage of a gateway is checked: one whose gateway was not asked for four days ends without an answer.
UPDATE gateway_outages SET check_at = since + 345600 WHERE check_at IS NULL;

-- The kind of an intent says how it ends: a payment is that of an order, the collection of an invoice or the capture of
-- an authorization. The payload is the text of `JSON.stringify`, whose strings hold no unescaped quotes.
UPDATE intents
  SET kind = 'collection',
    payload = replace(replace(payload, '"collecting":{', ''), '},"kind":"payment"', ',"kind":"collection"')
  WHERE kind = 'payment' AND payload LIKE '%"collecting":{%';
UPDATE intents
  SET kind = 'capture',
    payload = replace(replace(payload, '"capturing":{', ''), '},"kind":"payment"', ',"kind":"capture"')
  WHERE kind = 'payment' AND payload LIKE '%"capturing":{%';
UPDATE intents SET kind = 'order', payload = '{"kind":"order","version":1}' WHERE kind = 'payment';
UPDATE intents SET kind = 'verification', payload = '{"kind":"verification","version":1}' WHERE kind = 'verify';
