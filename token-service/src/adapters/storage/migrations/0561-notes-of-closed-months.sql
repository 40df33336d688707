-- What the person who closed a month noted about it.
ALTER TABLE accounting_periods ADD COLUMN closed_note text;
