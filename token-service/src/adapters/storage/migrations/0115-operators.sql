-- Operators of the console. They belong to the deployment, and have roles at sites.
CREATE TABLE operators (
  id text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  password text,
  authenticator text,
  authenticator_step bigint,
  read_only boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  disabled_at_ms bigint,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operators_email ON operators (email);

CREATE TABLE operator_roles (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  operator_id text COLLATE "C" NOT NULL REFERENCES operators (id),
  role text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, operator_id, role)
);
-- Each request asks for the sites of its operator.
CREATE INDEX operator_roles_of_operator ON operator_roles (operator_id);

CREATE TABLE operator_passkeys (
  id text COLLATE "C" NOT NULL,
  operator_id text COLLATE "C" NOT NULL REFERENCES operators (id),
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL,
  name text NOT NULL,
  created_at_ms bigint NOT NULL,
  used_at_ms bigint,
  PRIMARY KEY (id)
);
CREATE INDEX operator_passkeys_of_operator ON operator_passkeys (operator_id);

-- Challenges that a passkey has to sign, each once.
CREATE TABLE operator_challenges (
  hash text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  valid_until_ms bigint NOT NULL,
  PRIMARY KEY (hash)
);

CREATE TABLE operator_invitations (
  operator_id text COLLATE "C" NOT NULL REFERENCES operators (id),
  hash text COLLATE "C" NOT NULL,
  valid_until_ms bigint NOT NULL,
  PRIMARY KEY (operator_id)
);
CREATE UNIQUE INDEX operator_invitations_hash ON operator_invitations (hash);

-- The owner of the demo site is no row of operators, and has sessions.
CREATE TABLE operator_sessions (
  hash text COLLATE "C" NOT NULL,
  operator_id text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  used_at_ms bigint NOT NULL,
  proved_at_ms bigint NOT NULL,
  second_factor boolean NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  PRIMARY KEY (hash)
);
CREATE INDEX operator_sessions_of_operator ON operator_sessions (operator_id, created_at_ms);

-- What each operator has refunded on each day, for the limit of those whose role has one.
CREATE TABLE operator_refunds (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  operator_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount_in_cents bigint NOT NULL,
  PRIMARY KEY (site_id, operator_id, day, currency)
);
ALTER TABLE sites ADD COLUMN operator_refund_limit_in_cents bigint DEFAULT 10000;
