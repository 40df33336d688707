-- The key of the request that opened an intent: it is not released while the intent may still be completed.
ALTER TABLE intents ADD COLUMN idempotency_key text COLLATE "C";
CREATE INDEX intents_by_key ON intents (site_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
