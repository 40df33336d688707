-- A decision to reverse an operation at a gateway is recorded before the gateway is called.
ALTER TABLE intents ADD COLUMN reversing boolean NOT NULL DEFAULT false;
