-- Where a site collects tax, and by what. The demo site of an earlier version collects what a new one does.

ALTER TABLE sites ADD COLUMN tax_registrations text NOT NULL DEFAULT '[]';
ALTER TABLE sites ADD COLUMN tax_charges boolean NOT NULL DEFAULT true;
ALTER TABLE sites ADD COLUMN tax_account_address boolean NOT NULL DEFAULT false;
UPDATE sites SET tax_registrations = '["US-CA","US-IL","US-NY","US-TX","US-WA","EU","GB","CA","CA-ON","CA-QC","AU","JP"]'
  WHERE subdomain = 'demo' AND mode = 'sandbox';
