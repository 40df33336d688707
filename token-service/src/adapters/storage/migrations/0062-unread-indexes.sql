-- Accounts are found by the first characters of their login token alone, at every site. The longer index was written
-- with every new account, at a random place, and never read.
DROP INDEX accounts_by_login;
-- What is due is found by `boundary_at`; this index was written with every renewal, and never read.
DROP INDEX subscriptions_by_bill_date;
