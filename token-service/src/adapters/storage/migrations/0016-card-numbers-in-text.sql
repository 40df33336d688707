-- Whether a site refuses card numbers in free text; by_mode: in production.
ALTER TABLE sites ADD COLUMN card_numbers_in_text text NOT NULL DEFAULT 'by_mode';
