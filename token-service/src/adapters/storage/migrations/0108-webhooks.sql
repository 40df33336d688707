-- Webhooks: the endpoints of a site, the events that wait to be delivered, and each delivery.

-- Secrets are encrypted. Where types is null, every type is delivered but legacy and optional ones.
CREATE TABLE webhook_endpoints (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  types text,
  legacy_invoices boolean NOT NULL,
  pause_reason text COLLATE "C",
  has_basic_auth boolean NOT NULL,
  header_names text NOT NULL,
  sealed_secrets text NOT NULL,
  previous_secret_until_ms bigint,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);

-- Since when every delivery to an endpoint has failed. It is a table of its own, because the sender writes it often and
-- the operator changes the endpoint meanwhile.
CREATE TABLE webhook_health (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  endpoint_id text COLLATE "C" NOT NULL,
  failing_since_ms bigint,
  PRIMARY KEY (site_id, endpoint_id)
);

CREATE TABLE webhook_leases (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  subject text COLLATE "C" NOT NULL,
  holder text COLLATE "C" NOT NULL,
  leased_until_ms bigint NOT NULL,
  PRIMARY KEY (site_id, subject)
);

-- Events of which no notification has been made. Written with the event, if the site has an endpoint.
CREATE TABLE webhook_queue (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  event_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, event_id)
);

-- Documents that are delivered. Samples, which an operator sends, have no event.
CREATE TABLE webhook_notifications (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C",
  type text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  correlation text,
  body text NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX webhook_notifications_by_event ON webhook_notifications (site_id, event_id);
CREATE INDEX webhook_notifications_by_age ON webhook_notifications (site_id, created_at_ms);
CREATE INDEX webhook_samples ON webhook_notifications (site_id, id) WHERE event_id IS NULL;

CREATE TABLE webhook_deliveries (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  notification_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  attempts bigint NOT NULL,
  next_attempt_at_ms bigint,
  delivered_at_ms bigint,
  log text NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (site_id, endpoint_id, notification_id);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (site_id, endpoint_id, sequence) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_to_retry ON webhook_deliveries (site_id, endpoint_id, next_attempt_at_ms, id)
  WHERE state = 'retrying';
CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries (site_id, state, id) WHERE state <> 'delivered';
