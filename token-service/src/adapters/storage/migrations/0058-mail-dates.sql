-- The moment of the site's clock at which a message was caused: what its reader takes for its date in a sandbox. Null for
-- messages about the service itself, and for those of earlier releases.
ALTER TABLE outbox ADD COLUMN caused_at bigint;
