-- Accounts of a site with payment gateways; their credentials are encrypted. gateways_version counts their changes, so that every process rereads
-- them. What the customer's browser confirms a payment with is kept beside the network's advice.
CREATE TABLE gateway_accounts (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  code text COLLATE "C" NOT NULL,
  adapter text COLLATE "C" NOT NULL,
  active boolean NOT NULL,
  currencies text,
  brands text,
  countries text,
  position bigint NOT NULL,
  sealed_credentials text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, code)
);
ALTER TABLE sites ADD COLUMN gateways_version bigint NOT NULL DEFAULT 0;
ALTER TABLE transactions ADD COLUMN action_token text;
