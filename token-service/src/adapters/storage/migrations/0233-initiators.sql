-- Who makes a payment, and why a merchant does, where the request said so.
ALTER TABLE transactions ADD COLUMN initiator text;
ALTER TABLE transactions ADD COLUMN merchant_reason_code text;
