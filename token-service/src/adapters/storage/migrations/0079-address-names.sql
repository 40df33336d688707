-- Whom the address of an account is addressed to, where that is not the account's own name.
ALTER TABLE accounts ADD COLUMN address_first_name TEXT;
ALTER TABLE accounts ADD COLUMN address_last_name TEXT;
ALTER TABLE accounts ADD COLUMN address_name_on_account TEXT;
ALTER TABLE accounts ADD COLUMN address_company TEXT;
