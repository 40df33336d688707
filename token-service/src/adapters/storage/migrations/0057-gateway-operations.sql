-- Another address of a provider's API, for example that of a simulator. Operations begun at a provider, by idempotency
-- key: the provider's id of the payment is recorded before the request that moves money.
ALTER TABLE gateway_accounts ADD COLUMN endpoint text;
CREATE TABLE gateway_operations (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  gateway_code text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  action text NOT NULL,
  request text NOT NULL,
  object text COLLATE "C",
  closed boolean NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (site_id, gateway_code, key)
);
