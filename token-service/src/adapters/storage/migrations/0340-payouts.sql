-- Payouts of gateways to the merchant's bank.
CREATE TABLE payouts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount_in_cents bigint NOT NULL,
  arrived_on text COLLATE "C" NOT NULL,
  booked_at bigint NOT NULL,
  recorded_at bigint NOT NULL,
  recorded_by text NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX payouts_by_reference ON payouts (site_id, gateway_code, reference);
CREATE INDEX payouts_by_date ON payouts (site_id, booked_at, id);

CREATE TABLE payout_lines (
  site_id text COLLATE "C" NOT NULL,
  payout_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  line text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  reference text COLLATE "C",
  payment text COLLATE "C",
  made_at bigint NOT NULL,
  gross_in_cents bigint NOT NULL,
  fee_in_cents bigint NOT NULL,
  net_in_cents bigint NOT NULL,
  charged_in_cents bigint NOT NULL,
  charged_currency text COLLATE "C" NOT NULL,
  posted_fee_in_cents bigint NOT NULL,
  PRIMARY KEY (site_id, payout_id, position),
  FOREIGN KEY (site_id, payout_id) REFERENCES payouts (site_id, id)
);
CREATE UNIQUE INDEX payout_lines_by_line ON payout_lines (site_id, gateway_code, line);
CREATE INDEX payout_lines_by_reference ON payout_lines (site_id, gateway_code, reference);
CREATE INDEX payout_lines_by_payment ON payout_lines (site_id, gateway_code, payment);

-- Differences between payouts and payments that operators have accepted.
CREATE TABLE payout_acceptances (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  gateway_code text COLLATE "C" NOT NULL,
  item text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount_in_cents bigint NOT NULL,
  reason text NOT NULL,
  accepted_at bigint NOT NULL,
  accepted_by text NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX payout_acceptances_by_item ON payout_acceptances (site_id, gateway_code, item);
