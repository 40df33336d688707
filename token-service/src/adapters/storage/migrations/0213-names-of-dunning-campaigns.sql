-- What operators call a campaign and use it for. Null: its code, and nothing.

ALTER TABLE dunning_campaigns ADD COLUMN name text;
ALTER TABLE dunning_campaigns ADD COLUMN description text;
