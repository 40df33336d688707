-- How far the due work of a sandbox site has come since its clock was moved, and when gift cards are delivered.
CREATE TABLE clock_progress (
  site_id text COLLATE "C" NOT NULL,
  to_at bigint NOT NULL,
  reached_at bigint NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (site_id)
);
ALTER TABLE gift_cards ADD COLUMN delivery_due_at bigint;
CREATE INDEX gift_cards_to_deliver ON gift_cards (site_id, delivery_due_at, key) WHERE delivery_due_at IS NOT NULL;
