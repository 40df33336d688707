-- An account is billed itself, or its parent is.
ALTER TABLE accounts ADD COLUMN bill_to text NOT NULL DEFAULT 'self';
