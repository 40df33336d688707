-- Limits of token posts a minute: with the public keys of a site, and from one address.

ALTER TABLE sites ADD COLUMN tokens_per_minute bigint DEFAULT 3000;
ALTER TABLE sites ADD COLUMN tokens_per_address bigint DEFAULT 300;
