-- Payments: transactions, the intents and confirmations behind them, disputes, and the gateways that carry them out.

-- A declined first purchase leaves a transaction without an account, because the account was never created.
CREATE TABLE transactions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  invoice_id text COLLATE "C",
  original_transaction_uuid text COLLATE "C",
  type text NOT NULL,
  action text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  source text NOT NULL,
  recurring boolean NOT NULL,
  test boolean NOT NULL,
  voidable boolean NOT NULL,
  refundable boolean NOT NULL,
  currency text NOT NULL,
  amount_in_cents bigint NOT NULL,
  tax_in_cents bigint NOT NULL,
  payment_method text NOT NULL,
  gateway_type text,
  gateway_code text,
  reference text,
  message text,
  approval_code text,
  transaction_error text,
  -- Advice of the card network after a decline: whether retries may follow.
  network_advice text,
  -- The token with which the customer's browser confirms the payment.
  action_token text,
  cvv_result text,
  avs_result text,
  avs_result_street text,
  avs_result_postal text,
  ip_address text,
  description text,
  details text NOT NULL,
  dispute_state text,
  collected_at bigint,
  settlement_due_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX transactions_by_creation ON transactions (site_id, created_at, uuid);
CREATE INDEX transactions_by_change ON transactions (site_id, updated_at, uuid);
CREATE INDEX transactions_by_status_and_creation ON transactions (site_id, status, created_at, uuid);
CREATE INDEX transactions_by_status_and_change ON transactions (site_id, status, updated_at, uuid);
CREATE INDEX transactions_by_account_and_creation ON transactions (site_id, account_id, created_at, uuid);
CREATE INDEX transactions_by_invoice ON transactions (site_id, invoice_id, created_at, uuid);
CREATE INDEX transactions_by_settlement ON transactions (site_id, settlement_due_at, uuid)
  WHERE settlement_due_at IS NOT NULL;
CREATE INDEX transactions_by_original ON transactions (site_id, original_transaction_uuid)
  WHERE original_transaction_uuid IS NOT NULL;
CREATE INDEX transactions_by_reference ON transactions (site_id, reference) WHERE reference IS NOT NULL;

-- Decisions to call a gateway, recorded before the call and deleted with its outcome. An intent whose lease has ended
-- is completed from its payload, or reversed; the decision to reverse it is recorded before the gateway is called
-- again.
CREATE TABLE intents (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  gateway_code text NOT NULL,
  gateway_key text NOT NULL,
  correlation text NOT NULL,
  reserved text,
  payload text,
  reversing boolean NOT NULL DEFAULT false,
  leased_until_ms bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);
-- One payment of an account at a time.
CREATE UNIQUE INDEX intents_by_subject ON intents (site_id, subject);
CREATE INDEX intents_by_lease ON intents (site_id, leased_until_ms);
CREATE INDEX intents_gateway_key ON intents (site_id, gateway_key);

-- Payments that wait for the customer's confirmation (3-D Secure). Tokens are stored as digests.
CREATE TABLE payment_actions (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  key text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  id_hash text COLLATE "C",
  token_hash text COLLATE "C",
  result_hash text COLLATE "C",
  result_expires_at_ms bigint,
  gateway_code text COLLATE "C" NOT NULL,
  gateway_type text NOT NULL,
  gateway_action text NOT NULL,
  reference text,
  method_reference text NOT NULL,
  -- The billing info that came with the request; null: the stored one.
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

CREATE TABLE disputes (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  transaction_uuid text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount_in_cents bigint NOT NULL,
  -- Whether the ledger has the amount that the gateway withdrew.
  booked boolean NOT NULL,
  withdrawn_in_cents bigint NOT NULL,
  fee_in_cents bigint NOT NULL,
  fee_currency text COLLATE "C",
  evidence_due_at bigint,
  reported_at bigint NOT NULL,
  opened_at bigint NOT NULL,
  closed_at bigint,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX disputes_by_reference ON disputes (site_id, gateway_code, reference);
CREATE INDEX disputes_by_transaction ON disputes (site_id, transaction_uuid);
CREATE INDEX disputes_open ON disputes (site_id, account_id) WHERE state = 'open';
CREATE INDEX disputes_by_age ON disputes (site_id, opened_at, id);

-- Accounts of a site with payment gateways. The endpoint replaces the address of the provider's API, for a simulator.
CREATE TABLE gateway_accounts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  code text COLLATE "C" NOT NULL,
  adapter text COLLATE "C" NOT NULL,
  active boolean NOT NULL,
  position bigint NOT NULL,
  currencies text,
  brands text,
  countries text,
  endpoint text,
  sealed_credentials text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, code)
);

-- Operations that an adapter has begun, by idempotency key: the provider's id of the payment is recorded before the
-- request that moves money. They are deleted by age, but not while their intent is open.
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
CREATE INDEX gateway_operations_at ON gateway_operations (site_id, at);

-- Times in which a gateway did not answer. One ends when the gateway has answered and no invoice waits for it.
CREATE TABLE gateway_outages (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  gateway_code text COLLATE "C" NOT NULL,
  since bigint NOT NULL,
  error_code text COLLATE "C" NOT NULL,
  answered_at bigint,
  check_at bigint,
  -- Whether the collections that waited were made due at once when the gateway answered.
  collections_resumed boolean NOT NULL,
  PRIMARY KEY (site_id, gateway_code)
);
CREATE INDEX gateway_outages_check ON gateway_outages (site_id, check_at, gateway_code) WHERE check_at IS NOT NULL;

-- Messages that gateways send on their own initiative: each is recorded once, and processed as due work.
CREATE TABLE gateway_notifications (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text COLLATE "C" NOT NULL,
  notification text NOT NULL,
  outcome text COLLATE "C",
  attempts bigint NOT NULL,
  received_at bigint NOT NULL,
  due_at bigint,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX gateway_notifications_once ON gateway_notifications (site_id, gateway_code, message_id);
CREATE INDEX gateway_notifications_due ON gateway_notifications (site_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX gateway_notifications_processed ON gateway_notifications (site_id, received_at, id) WHERE due_at IS NULL;

-- Calls of the test gateway. It stands for a provider outside, which all sites share, so its rows belong to no site.
CREATE TABLE gateway_log (
  key text COLLATE "C" PRIMARY KEY,
  reference text COLLATE "C",
  original_reference text COLLATE "C",
  entry text NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX gateway_log_by_reference ON gateway_log (reference);
CREATE INDEX gateway_log_by_original ON gateway_log (original_reference);
