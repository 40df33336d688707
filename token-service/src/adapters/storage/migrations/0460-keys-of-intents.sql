-- The key of the request that opened an intent: it is not given free while the intent may still be completed.
ALTER TABLE intents ADD COLUMN idempotency_key text COLLATE "C";
