-- What becomes of each message of the outbox, and how mail of a site looks.
ALTER TABLE outbox ADD COLUMN account_id text COLLATE "C";
ALTER TABLE outbox ADD COLUMN error text;
ALTER TABLE outbox ADD COLUMN ended_at_ms bigint;
ALTER TABLE outbox ADD COLUMN give_up_at_ms bigint;
-- Nothing was sent before, so what waits longer than three days is given up at the first attempt, and can be retried.
UPDATE outbox SET give_up_at_ms = queued_at_ms + 259200000;
CREATE INDEX outbox_by_account ON outbox (site_id, account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX outbox_delivered ON outbox (site_id, recipient, ended_at_ms) WHERE status = 'delivered';
CREATE INDEX outbox_ended ON outbox (site_id, ended_at_ms, id) WHERE ended_at_ms IS NOT NULL;

ALTER TABLE sites ADD COLUMN mail_from text;
ALTER TABLE sites ADD COLUMN mail_reply_to text;
ALTER TABLE sites ADD COLUMN mail_logo text;
ALTER TABLE sites ADD COLUMN mail_color text;
ALTER TABLE sites ADD COLUMN mail_language text DEFAULT 'en';
ALTER TABLE sites ADD COLUMN mail_off text DEFAULT '[]';
