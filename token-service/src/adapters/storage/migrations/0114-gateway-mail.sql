-- Mail about an outage, by the names of its kinds.
UPDATE outbox SET kind = 'gateway_unavailable' WHERE kind = 'gateway_unanswered';
UPDATE outbox SET kind = 'gateway_available' WHERE kind = 'gateway_answers';
UPDATE sites SET mail_off =
  replace(replace(mail_off, '"gateway_unanswered"', '"gateway_unavailable"'), '"gateway_answers"', '"gateway_available"');

-- Metrics count it.
CREATE INDEX outbox_failed ON outbox (site_id, id) WHERE status = 'failed';
