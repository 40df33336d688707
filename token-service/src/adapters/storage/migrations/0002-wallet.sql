-- Payment from a wallet: which sites offer it, and what a customer agreed upon. The demo site of an earlier version gets it too.

ALTER TABLE sites ADD COLUMN wallet boolean NOT NULL DEFAULT false;
UPDATE sites SET wallet = true WHERE subdomain = 'demo' AND mode = 'sandbox';

ALTER TABLE billing_infos ADD COLUMN paypal_billing_agreement_id text;
