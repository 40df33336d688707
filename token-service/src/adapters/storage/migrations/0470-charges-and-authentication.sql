-- What a gateway reports of a payment besides its reference: the charge, and the customer's authentication by the bank.
ALTER TABLE transactions ADD COLUMN charge_reference text COLLATE "C";
ALTER TABLE transactions ADD COLUMN three_d_secure text;
CREATE INDEX transactions_by_charge ON transactions (site_id, charge_reference) WHERE charge_reference IS NOT NULL;
