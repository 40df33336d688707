-- The card network's id of the payment or check that the customer made: payments that the merchant initiates name it.
ALTER TABLE billing_infos ADD COLUMN network_transaction_id text;
UPDATE gateway_log SET entry = replace(entry, '"outcome":"approved"', '"outcome":"succeeded"');
