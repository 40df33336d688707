-- What an operator may refund in a day, in each currency, by role. Null: there is no limit.
ALTER TABLE sites ADD COLUMN finance_refund_limit_in_cents bigint;
ALTER TABLE sites ADD COLUMN admin_refund_limit_in_cents bigint;
