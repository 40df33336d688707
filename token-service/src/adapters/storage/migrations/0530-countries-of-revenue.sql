-- The country in which recurring revenue moved. That of earlier movements was not kept: they get the present one.
ALTER TABLE mrr_movements ADD COLUMN country text;
UPDATE mrr_movements SET country = (SELECT COALESCE(NULLIF(a.address_country, ''), (SELECT b.country
  FROM payment_methods b WHERE b.site_id = a.site_id AND b.account_id = a.id AND b.primary_payment_method))
  FROM accounts a WHERE a.site_id = mrr_movements.site_id AND a.id = mrr_movements.account_id);
