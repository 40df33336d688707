-- Whether subscriptions to a plan may sell items besides its add-ons, and the lines of such items.
ALTER TABLE plans ADD COLUMN allow_any_item_on_subscriptions boolean NOT NULL DEFAULT false;
ALTER TABLE adjustments ADD COLUMN add_on_source text;
