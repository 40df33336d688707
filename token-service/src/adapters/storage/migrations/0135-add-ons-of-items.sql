-- The item that an add-on sells, by its code, with its stock keeping unit as it was then.
ALTER TABLE plan_add_ons ADD COLUMN item_code text COLLATE "C";
ALTER TABLE plan_add_ons ADD COLUMN external_sku text;
CREATE INDEX plan_add_ons_by_item ON plan_add_ons (site_id, item_code) WHERE item_code IS NOT NULL;
