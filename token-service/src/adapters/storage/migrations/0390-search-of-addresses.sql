-- The search of the console finds customers by city and postal code, and payments that were recorded by hand by their
-- reference. Each index has the text as it is compared, so that no table gets a column and none is written anew.
CREATE INDEX accounts_by_city ON accounts (site_id, lower(address_city COLLATE "C"), created_at, id)
  WHERE address_city IS NOT NULL;
CREATE INDEX accounts_by_postal_code
  ON accounts (site_id, replace(replace(lower(address_zip COLLATE "C"), ' ', ''), '-', ''), created_at, id)
  WHERE address_zip IS NOT NULL;
CREATE INDEX payment_methods_by_city ON payment_methods (site_id, lower(city COLLATE "C"), account_id)
  WHERE city IS NOT NULL;
CREATE INDEX payment_methods_by_postal_code
  ON payment_methods (site_id, replace(replace(lower(zip COLLATE "C"), ' ', ''), '-', ''), account_id)
  WHERE zip IS NOT NULL;
CREATE INDEX transactions_by_recorded_reference
  ON transactions (site_id, lower(description COLLATE "C"), created_at, uuid)
  WHERE type = 'manual' AND description IS NOT NULL;
