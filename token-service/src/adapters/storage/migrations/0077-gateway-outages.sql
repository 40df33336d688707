-- Since when the gateway of an invoice has not answered, and which one: its collection waits for a day. Outages of
-- gateways, which end once the gateway has answered and no invoice waits for it.
ALTER TABLE invoices ADD COLUMN unanswered_since bigint;
ALTER TABLE invoices ADD COLUMN unanswered_gateway text COLLATE "C";
CREATE INDEX invoices_unanswered ON invoices (site_id, unanswered_since, uuid) WHERE unanswered_since IS NOT NULL;
CREATE TABLE gateway_outages (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  gateway_code text COLLATE "C" NOT NULL,
  since bigint NOT NULL,
  error_code text COLLATE "C" NOT NULL,
  answered_at bigint,
  check_at bigint,
  hastened boolean NOT NULL,
  PRIMARY KEY (site_id, gateway_code)
);
CREATE INDEX gateway_outages_check ON gateway_outages (site_id, check_at, gateway_code) WHERE check_at IS NOT NULL;
