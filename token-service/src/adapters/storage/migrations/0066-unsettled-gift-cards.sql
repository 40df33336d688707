-- A gift card can be redeemed once its purchase is paid; a site may allow it while a bank still has to settle the debit.
ALTER TABLE sites ADD COLUMN gift_cards_before_settlement boolean NOT NULL DEFAULT false;
-- What the site allowed when the card was sold; null for cards of an earlier release: not allowed.
ALTER TABLE gift_cards ADD COLUMN before_settlement boolean;
