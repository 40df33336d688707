-- Messages that gateways send on their own initiative: each is recorded once, and processed as due work. They name payments and payment methods by
-- the gateway's references.
CREATE TABLE gateway_notifications (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text COLLATE "C" NOT NULL,
  notification text NOT NULL,
  received_at bigint NOT NULL,
  due_at bigint,
  attempts bigint NOT NULL,
  outcome text COLLATE "C",
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX gateway_notifications_once ON gateway_notifications (site_id, gateway_code, message_id);
CREATE INDEX gateway_notifications_due ON gateway_notifications (site_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX gateway_notifications_processed ON gateway_notifications (site_id, received_at, id) WHERE due_at IS NULL;
CREATE INDEX transactions_by_reference ON transactions (site_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX billing_infos_by_reference ON billing_infos (site_id, reference);
