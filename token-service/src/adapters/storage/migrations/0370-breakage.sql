-- The value of gift cards that will hardly be redeemed any more is earned after a number of days.
ALTER TABLE sites ADD COLUMN gift_card_breakage_days bigint;
ALTER TABLE gift_cards ADD COLUMN breakage_at bigint;
CREATE INDEX gift_cards_outstanding ON gift_cards (site_id, created_at)
  WHERE redeemed_at IS NULL AND canceled_at IS NULL AND breakage_at IS NULL;
