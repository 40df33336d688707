-- How a site bills changes of subscriptions.
ALTER TABLE sites ADD COLUMN upgrade_requires_payment boolean NOT NULL DEFAULT false;
ALTER TABLE sites ADD COLUMN upgrade_proration text NOT NULL DEFAULT 'prorate';
ALTER TABLE sites ADD COLUMN downgrade_proration text NOT NULL DEFAULT 'prorate';
