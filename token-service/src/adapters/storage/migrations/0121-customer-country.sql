-- The country of a customer whose account has no address is that of the payment method.
CREATE INDEX payment_methods_by_country ON payment_methods (site_id, country, account_id)
  WHERE country IS NOT NULL;
