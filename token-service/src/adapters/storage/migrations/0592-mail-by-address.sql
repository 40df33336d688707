-- All addresses of a site with the ids of their messages: a part of an address is looked for in it, not in the messages.
CREATE INDEX outbox_by_address ON outbox (site_id, recipient, id);
