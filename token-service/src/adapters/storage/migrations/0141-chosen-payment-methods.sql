-- The payment method that pays a subscription or an invoice; null: the primary of the account.
ALTER TABLE subscriptions ADD COLUMN billing_info_uuid text COLLATE "C";
ALTER TABLE invoices ADD COLUMN billing_info_uuid text COLLATE "C";
