-- Whether the backup payment method was charged, and which one: its reference at the gateway.
ALTER TABLE transactions ADD COLUMN backup_payment_method_used boolean NOT NULL DEFAULT false;
ALTER TABLE transactions ADD COLUMN method_reference text;
