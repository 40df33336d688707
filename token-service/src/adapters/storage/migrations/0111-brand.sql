-- The brand of a merchant on account pages, in mail and on invoices, and the reasons for which customers cancel.
ALTER TABLE sites RENAME COLUMN mail_color TO brand_color;
ALTER TABLE sites ADD COLUMN logo text;
ALTER TABLE sites ADD COLUMN brand_font text COLLATE "C" NOT NULL DEFAULT 'inter';
ALTER TABLE sites ADD COLUMN shop_url text;
ALTER TABLE sites ADD COLUMN return_origins text NOT NULL DEFAULT '[]';
ALTER TABLE sites ADD COLUMN privacy_url text;
ALTER TABLE sites ADD COLUMN terms_url text;

-- Why customers cancel: the reasons that they are offered, and what they said.
ALTER TABLE sites ADD COLUMN cancel_reasons text NOT NULL DEFAULT '[]';
ALTER TABLE sites ADD COLUMN cancel_comment boolean NOT NULL DEFAULT false;
ALTER TABLE subscriptions ADD COLUMN cancel_reason text;
ALTER TABLE subscriptions ADD COLUMN cancel_comment text;

-- The files of logos. They are not in the row of the site, which is read with every request.
CREATE TABLE site_logos (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  digest text COLLATE "C" NOT NULL,
  png text NOT NULL,
  PRIMARY KEY (site_id)
);
