-- Actions of operators above the limit of the site, which wait for another operator.

CREATE TABLE approvals (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  uuid text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  form text,
  amount_in_cents bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  requested_by text COLLATE "C" NOT NULL,
  requested_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  decided_by text COLLATE "C",
  decided_at bigint,
  outcome text,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE INDEX approvals_by_state ON approvals (site_id, state, uuid);
CREATE INDEX approvals_of_account ON approvals (site_id, account_id, uuid);

ALTER TABLE sites ADD COLUMN operator_approval_limit_in_cents bigint;
