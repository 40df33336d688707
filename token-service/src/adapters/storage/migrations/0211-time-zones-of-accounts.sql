-- The time zone in which a customer reads moments: an IANA name.

ALTER TABLE accounts ADD COLUMN preferred_time_zone text;
