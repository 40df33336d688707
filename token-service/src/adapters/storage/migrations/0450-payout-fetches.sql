-- Gateway accounts whose payouts are fetched every night.
CREATE TABLE payout_fetches (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  gateway_code text COLLATE "C" NOT NULL,
  next_at bigint NOT NULL,
  running_until_ms bigint,
  fetched_at bigint,
  left_out text NOT NULL,
  PRIMARY KEY (site_id, gateway_code)
);
CREATE INDEX payout_fetches_by_moment ON payout_fetches (site_id, next_at);

-- The first and the latest charge that a gateway account has paid out: payments between them are expected in a payout.
CREATE INDEX payout_lines_of_charges ON payout_lines (site_id, gateway_code, charged_currency, made_at)
  WHERE kind = 'charge';
