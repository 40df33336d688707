-- An account may have 100,000 lines, an invoice 5,999: sorting the ones by change, or reading the others for the first subscription of each
-- payment, would hold the whole process.
CREATE INDEX adjustments_by_account_and_change ON adjustments (site_id, account_id, updated_at, uuid);
CREATE INDEX adjustments_of_subscriptions ON adjustments (site_id, invoice_id, position) WHERE subscription_id IS NOT NULL;
