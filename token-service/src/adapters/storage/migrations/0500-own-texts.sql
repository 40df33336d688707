-- Texts of the merchant for customers, by language and name.
ALTER TABLE sites ADD COLUMN texts text NOT NULL DEFAULT '{}';
