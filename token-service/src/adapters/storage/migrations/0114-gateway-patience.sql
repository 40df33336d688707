-- Hours for which a collection waits for its gateway, under the name of their option. A later release removes
-- gateway_wait_hours.
ALTER TABLE sites ADD COLUMN gateway_patience bigint DEFAULT 24;
UPDATE sites SET gateway_patience = gateway_wait_hours;

-- Mail about an outage, by the names of its kinds.
UPDATE outbox SET kind = 'gateway_unavailable' WHERE kind = 'gateway_unanswered';
UPDATE outbox SET kind = 'gateway_available' WHERE kind = 'gateway_answers';

-- Metrics count it.
CREATE INDEX outbox_failed ON outbox (site_id, id) WHERE status = 'failed';
