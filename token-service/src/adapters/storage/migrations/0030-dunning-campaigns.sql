-- Dunning campaigns of a site, and the accounts and plans they are for; an assignment without an id is the site's.
CREATE TABLE dunning_campaigns (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  schedule text NOT NULL,
  trial_schedule text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX dunning_campaigns_by_code ON dunning_campaigns (site_id, code);

CREATE TABLE dunning_assignments (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  assignee text COLLATE "C" NOT NULL,
  assignee_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, assignee, assignee_id),
  FOREIGN KEY (site_id, campaign_id) REFERENCES dunning_campaigns (site_id, id)
);
CREATE INDEX dunning_assignments_by_campaign ON dunning_assignments (site_id, campaign_id, assignee);
