-- Whether a record was imported from another system and is not started yet: due work leaves it alone.
ALTER TABLE subscriptions ADD COLUMN on_hold boolean NOT NULL DEFAULT FALSE;
ALTER TABLE invoices ADD COLUMN on_hold boolean NOT NULL DEFAULT FALSE;
CREATE INDEX subscriptions_on_hold ON subscriptions (site_id, uuid) WHERE on_hold;
CREATE INDEX invoices_on_hold ON invoices (site_id, uuid) WHERE on_hold;
