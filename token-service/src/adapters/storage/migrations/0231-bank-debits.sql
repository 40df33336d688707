-- The schemes of bank accounts that customers may enter.
ALTER TABLE sites ADD COLUMN bank_debits text NOT NULL DEFAULT '["bank_account"]';
