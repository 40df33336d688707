-- What the holder of a bank account agreed to, in the words that were shown, and when.
ALTER TABLE billing_infos ADD COLUMN bank_account_authorized_at bigint;
ALTER TABLE billing_infos ADD COLUMN bank_account_authorization text;
