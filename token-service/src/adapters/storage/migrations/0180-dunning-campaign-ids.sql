-- The short id by which the API names a campaign. That of the built-in campaign is its code, also once it is changed.
ALTER TABLE dunning_campaigns ADD COLUMN public_id text COLLATE "C" NOT NULL DEFAULT '';
UPDATE dunning_campaigns SET public_id = CASE code WHEN 'default' THEN 'default' ELSE substr(id, 21) END;
CREATE INDEX dunning_campaigns_by_public_id ON dunning_campaigns (site_id, public_id);
