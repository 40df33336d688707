-- Who changed what is the audit log; events are what webhooks and mail will be made from.

ALTER TABLE events RENAME TO audit_log;
