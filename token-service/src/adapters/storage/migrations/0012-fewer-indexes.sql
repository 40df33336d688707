-- Every sale wrote into indexes whose work another one does as well (the few rows of an account are sorted as they are read), or in which most of its rows are
-- never looked for.

DROP INDEX accounts_by_parent_and_creation;
DROP INDEX accounts_by_parent_and_change;
CREATE INDEX accounts_by_parent_and_creation ON accounts (site_id, parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX accounts_by_parent_and_change ON accounts (site_id, parent_id, updated_at, id) WHERE parent_id IS NOT NULL;

DROP INDEX transactions_by_account_and_action;
DROP INDEX transactions_by_account_and_change;
DROP INDEX transactions_by_original;
CREATE INDEX transactions_by_original ON transactions (site_id, original_transaction_uuid) WHERE original_transaction_uuid IS NOT NULL;

DROP INDEX subscriptions_by_account;

DROP INDEX invoices_by_account;
DROP INDEX invoices_by_state;

DROP INDEX adjustments_by_account_and_change;
DROP INDEX adjustments_by_subscription;
DROP INDEX adjustments_by_original;
CREATE INDEX adjustments_by_subscription ON adjustments (site_id, subscription_id, invoice_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX adjustments_by_original ON adjustments (site_id, original_adjustment_uuid) WHERE original_adjustment_uuid IS NOT NULL;
