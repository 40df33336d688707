-- Payments that wait for the customer's confirmation (3-D Secure). Tokens are stored as digests. The column
-- action_token of transactions holds the action token from now on; the gateway's own token is here.
CREATE TABLE payment_actions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  id_hash text COLLATE "C",
  token_hash text COLLATE "C",
  result_hash text COLLATE "C",
  result_expires_at_ms bigint,
  state text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  gateway_type text NOT NULL,
  gateway_action text NOT NULL,
  reference text,
  method_reference text NOT NULL,
  presented text,
  amount_in_cents bigint NOT NULL,
  currency text NOT NULL,
  account_code text NOT NULL,
  transaction_uuid text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C",
  correlation text NOT NULL,
  requests bigint NOT NULL,
  created_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  PRIMARY KEY (site_id, key)
);
CREATE UNIQUE INDEX payment_actions_by_id ON payment_actions (site_id, id_hash);
CREATE UNIQUE INDEX payment_actions_by_result ON payment_actions (site_id, result_hash);
CREATE INDEX payment_actions_by_invoice ON payment_actions (site_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX payment_actions_due ON payment_actions (site_id, ends_at, key);
