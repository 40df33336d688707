-- Gift cards, and which of them a site sells. The demo site of an earlier version sells them too.

ALTER TABLE sites ADD COLUMN gift_card_offers text NOT NULL DEFAULT '[]';
UPDATE sites SET gift_card_offers =
    '[{"product_code":"tideline","currency":"USD","unit_amount_in_cents":2000},{"product_code":"tideline","currency":"USD","unit_amount_in_cents":5000},'
    || '{"product_code":"tideline","currency":"USD","unit_amount_in_cents":10000},{"product_code":"tideline","currency":"EUR","unit_amount_in_cents":2000},'
    || '{"product_code":"tideline","currency":"EUR","unit_amount_in_cents":5000},{"product_code":"tideline","currency":"EUR","unit_amount_in_cents":10000}]'
  WHERE subdomain = 'demo' AND mode = 'sandbox';

CREATE TABLE gift_cards (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  redemption_code text COLLATE "C" NOT NULL,
  gifter_account_id text COLLATE "C" NOT NULL,
  recipient_account_id text COLLATE "C",
  purchase_invoice_id text COLLATE "C",
  redemption_invoice_id text COLLATE "C",
  balance_in_cents bigint,
  product_code text NOT NULL,
  unit_amount_in_cents bigint NOT NULL,
  currency text NOT NULL,
  delivery text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  delivered_at bigint,
  redeemed_at bigint,
  canceled_at bigint,
  PRIMARY KEY (site_id, key),
  FOREIGN KEY (site_id, gifter_account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, recipient_account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, purchase_invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, redemption_invoice_id) REFERENCES invoices (site_id, uuid)
);
CREATE UNIQUE INDEX gift_cards_by_id ON gift_cards (site_id, id);
CREATE UNIQUE INDEX gift_cards_by_code ON gift_cards (site_id, redemption_code);
CREATE INDEX gift_cards_by_creation ON gift_cards (site_id, created_at, key);
CREATE INDEX gift_cards_by_change ON gift_cards (site_id, updated_at, key);
CREATE INDEX gift_cards_by_gifter ON gift_cards (site_id, gifter_account_id, created_at, key);
CREATE INDEX gift_cards_by_recipient ON gift_cards (site_id, recipient_account_id, created_at, key);
