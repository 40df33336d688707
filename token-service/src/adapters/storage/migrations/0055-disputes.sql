-- Disputes of payments, and what a site does by itself when a payment is disputed.
CREATE TABLE disputes (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  transaction_uuid text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  amount_in_cents bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  reason text NOT NULL,
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
ALTER TABLE transactions ADD COLUMN dispute_state text;
ALTER TABLE sites ADD COLUMN on_dispute text NOT NULL DEFAULT '[]';
