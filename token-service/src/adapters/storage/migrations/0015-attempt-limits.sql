-- Declined attempts allowed in an hour. A site that named no limit had none; now it has the default.

UPDATE sites SET attempts_per_hour = 20 WHERE attempts_per_hour IS NULL;
ALTER TABLE sites ADD COLUMN attempts_per_card bigint DEFAULT 10;
ALTER TABLE sites ADD COLUMN attempts_per_address bigint DEFAULT 40;
