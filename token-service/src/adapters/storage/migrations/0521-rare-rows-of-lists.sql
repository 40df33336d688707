-- The few rows that pages of the console look for among all of a site.
CREATE INDEX transactions_failed ON transactions (site_id, created_at, uuid, action)
  WHERE status IN ('failed', 'declined');
CREATE INDEX audit_log_of_keys ON audit_log (site_id, id) WHERE substr(action, 1, 4) = 'key.';
CREATE INDEX outbox_bounced ON outbox (site_id, id) WHERE status = 'bounced';
