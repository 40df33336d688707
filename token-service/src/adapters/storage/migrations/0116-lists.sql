-- The console's lists, timeline and figures.

-- The account that an entry of the audit log is about; null: it is about none, or from before this migration.
ALTER TABLE audit_log ADD COLUMN account_id text COLLATE "C";
-- Entries whose subject is the code of an account, or the uuid of a subscription, as they were written until now.
UPDATE audit_log SET account_id = (
  SELECT a.id FROM accounts a WHERE a.site_id = audit_log.site_id AND a.account_code = audit_log.subject
) WHERE action LIKE 'account.%' OR action LIKE 'billing\_info.%' ESCAPE '\' OR action LIKE 'note.%'
  OR action LIKE 'acquisition.%' OR action LIKE 'order.%';
UPDATE audit_log SET account_id = (
  SELECT s.account_id FROM subscriptions s WHERE s.site_id = audit_log.site_id AND s.uuid = audit_log.subject
) WHERE action LIKE 'subscription.%';

-- Who wrote a note; null: the service, or from before this migration.
ALTER TABLE account_notes ADD COLUMN actor text;

-- The timeline of an account is read in the order of ids.
CREATE INDEX audit_log_by_account ON audit_log (site_id, account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX events_by_account ON events (site_id, account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX account_notes_by_account ON account_notes (site_id, account_id, id);
CREATE INDEX webhook_notifications_by_account ON webhook_notifications (site_id, account_id, id)
  WHERE account_id IS NOT NULL;
CREATE INDEX webhook_deliveries_by_notification ON webhook_deliveries (site_id, notification_id);

-- Filters of lists that few records meet.
CREATE INDEX accounts_by_country ON accounts (site_id, address_country, created_at, id)
  WHERE address_country IS NOT NULL;
CREATE INDEX payment_methods_by_expiry ON payment_methods (site_id, (year * 12 + month), account_id)
  WHERE year IS NOT NULL AND month IS NOT NULL;
CREATE INDEX subscriptions_by_plan ON subscriptions (site_id, plan_code, created_at, uuid);
CREATE INDEX subscriptions_in_trial ON subscriptions (site_id, trial_ends_at, account_id)
  WHERE trial_ends_at IS NOT NULL AND state IN ('active', 'canceled');
CREATE INDEX subscriptions_by_currency ON subscriptions (site_id, currency, created_at, uuid);
-- Has all that is read to add up what is owed, and to find who owes it.
CREATE INDEX invoices_owed ON invoices (site_id, state, currency, due_on, balance_in_cents, total_in_cents, account_id,
  created_at, uuid)
  WHERE type = 'charge' AND state IN ('pending', 'processing', 'past_due');
CREATE INDEX invoices_of_credit ON invoices (site_id, created_at, uuid) WHERE type = 'credit';
CREATE INDEX transactions_of_refunds ON transactions (site_id, created_at, uuid) WHERE action = 'refund';
CREATE INDEX transactions_with_errors ON transactions (site_id, created_at, uuid) WHERE transaction_error IS NOT NULL;
CREATE INDEX disputes_by_evidence ON disputes (site_id, evidence_due_at, id)
  WHERE evidence_due_at IS NOT NULL AND state IN ('inquiry', 'open');

-- A million records of a list are added up from an index alone, in each currency by itself: to group them, SQLite would
-- sort all of them. There are few currencies, origins and gateways, so what has one of them follows one another in
-- each currency, in the order of lists.
CREATE INDEX invoices_by_currency ON invoices (site_id, currency, origin, created_at, uuid, type, state, due_on,
  total_in_cents, balance_in_cents);
CREATE INDEX transactions_by_currency ON transactions (site_id, currency, gateway_code, created_at, uuid, action, status,
  amount_in_cents);
