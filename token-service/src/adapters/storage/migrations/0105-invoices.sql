-- Invoices and what they are made of and paid with: lines, credit, gift cards, dunning, and the ledger of all of it.

CREATE TABLE invoices (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  invoice_number_prefix text NOT NULL,
  invoice_number bigint NOT NULL,
  -- The charge invoices of a credit invoice, in their order; invoice_originals has them for look-ups.
  original_ids text NOT NULL,
  gift_card_id bigint,
  currency text COLLATE "C" NOT NULL,
  subtotal_before_discount_in_cents bigint NOT NULL,
  discount_in_cents bigint NOT NULL,
  subtotal_in_cents bigint NOT NULL,
  tax_in_cents bigint NOT NULL,
  total_in_cents bigint NOT NULL,
  balance_in_cents bigint NOT NULL,
  refundable_total_in_cents bigint NOT NULL,
  -- How much of a charge invoice was credited: it owes at most the rest, and at most the rest can be refunded.
  credited_in_cents bigint NOT NULL DEFAULT 0,
  tax_type text,
  tax_region text,
  tax_rate text,
  vat_number text,
  address text NOT NULL,
  shipping_address text,
  po_number text,
  terms_and_conditions text,
  customer_notes text,
  vat_reverse_charge_notes text,

  collection_method text NOT NULL,
  net_terms bigint NOT NULL,
  due_on bigint,
  gateway_code text,
  attempt_next_collection_at bigint,
  -- The schedule that the invoice entered dunning with and how far it is, and when the next step is due.
  dunning text,
  dunning_due_at bigint,
  -- Since when a gateway has not answered, and which one: the collection waits for a day.
  unanswered_since bigint,
  unanswered_gateway text COLLATE "C",
  recovery_reason text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  closed_at bigint,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (site_id, invoice_number);
CREATE INDEX invoices_by_creation ON invoices (site_id, created_at, uuid);
CREATE INDEX invoices_by_change ON invoices (site_id, updated_at, uuid);
CREATE INDEX invoices_by_account_and_creation ON invoices (site_id, account_id, created_at, uuid);
CREATE INDEX invoices_by_state_and_creation ON invoices (site_id, state, created_at, uuid);
CREATE INDEX invoices_by_due_date ON invoices (site_id, due_on, uuid)
  WHERE state = 'pending' AND type = 'charge' AND collection_method = 'manual';
CREATE INDEX invoices_by_next_attempt ON invoices (site_id, attempt_next_collection_at, uuid)
  WHERE attempt_next_collection_at IS NOT NULL;
CREATE INDEX invoices_by_dunning ON invoices (site_id, dunning_due_at, uuid) WHERE dunning_due_at IS NOT NULL;
CREATE INDEX invoices_unanswered ON invoices (site_id, unanswered_since, uuid) WHERE unanswered_since IS NOT NULL;

CREATE TABLE invoice_originals (
  site_id text COLLATE "C" NOT NULL,
  credit_id text COLLATE "C" NOT NULL,
  charge_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, credit_id, charge_id),
  FOREIGN KEY (site_id, credit_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, charge_id) REFERENCES invoices (site_id, uuid)
);
CREATE INDEX invoice_originals_by_charge ON invoice_originals (site_id, charge_id);

-- Lines of invoices. A line without an invoice is pending: the next invoice of its account and currency has it.
CREATE TABLE adjustments (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C",
  position bigint NOT NULL,
  subscription_id text COLLATE "C",
  plan_code text,
  type text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  description text,
  product_code text,
  accounting_code text,
  currency text COLLATE "C" NOT NULL,
  unit_amount_in_cents bigint NOT NULL,
  quantity bigint NOT NULL,
  -- The exact quantity of usage, which may have a fraction.
  quantity_decimal text,
  quantity_remaining bigint NOT NULL,
  discount_in_cents bigint NOT NULL,
  discounts text NOT NULL,
  tax_in_cents bigint NOT NULL,
  taxes text NOT NULL,
  total_in_cents bigint NOT NULL,
  -- How the amount was computed: price, quantity or tiers, period, proration and rounding.
  computation text,
  original_adjustment_uuid text COLLATE "C",
  credit_reason_code text,
  -- The share that was credited, as an exact fraction: credits add up to the line without rounding errors.
  credited_share text,
  taxable boolean NOT NULL,
  tax_exempt boolean NOT NULL,
  tax_code text,
  tax_type text,
  tax_region text,
  tax_rate text,
  shipping_address text,
  revenue_schedule_type text,
  start_date bigint NOT NULL,
  end_date bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions (site_id, uuid)
);
CREATE INDEX adjustments_by_account_and_creation ON adjustments (site_id, account_id, created_at, uuid);
CREATE INDEX adjustments_pending ON adjustments (site_id, account_id, currency, created_at, uuid)
  WHERE invoice_id IS NULL;
CREATE INDEX adjustments_by_invoice ON adjustments (site_id, invoice_id, position);
CREATE INDEX adjustments_by_subscription ON adjustments (site_id, subscription_id, invoice_id)
  WHERE subscription_id IS NOT NULL;
CREATE INDEX adjustments_by_original ON adjustments (site_id, original_adjustment_uuid)
  WHERE original_adjustment_uuid IS NOT NULL;
-- An account may have 100,000 lines and an invoice 5,999: without these two, sorting the lines of the one by change, or
-- finding the first subscription among those of the other, would block the whole process. They are the last ones,
-- because SQLite uses the index that was created last among equally good ones.
CREATE INDEX adjustments_by_account_and_change ON adjustments (site_id, account_id, updated_at, uuid);
CREATE INDEX adjustments_of_subscriptions ON adjustments (site_id, invoice_id, position)
  WHERE subscription_id IS NOT NULL;

-- Credit of one invoice that paid for another one.
CREATE TABLE credit_payments (
  site_id text COLLATE "C" NOT NULL,
  uuid text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  action text NOT NULL,
  original_invoice_id text COLLATE "C" NOT NULL,
  applied_to_invoice_id text COLLATE "C",
  original_credit_payment_uuid text COLLATE "C",
  refund_transaction_uuid text COLLATE "C",
  currency text NOT NULL,
  amount_in_cents bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  voided_at bigint,
  PRIMARY KEY (site_id, uuid),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id),
  FOREIGN KEY (site_id, original_invoice_id) REFERENCES invoices (site_id, uuid),
  FOREIGN KEY (site_id, applied_to_invoice_id) REFERENCES invoices (site_id, uuid)
);
CREATE INDEX credit_payments_by_creation ON credit_payments (site_id, created_at, uuid);
CREATE INDEX credit_payments_by_change ON credit_payments (site_id, updated_at, uuid);
CREATE INDEX credit_payments_by_account ON credit_payments (site_id, account_id, created_at, uuid);
CREATE INDEX credit_payments_by_source ON credit_payments (site_id, original_invoice_id);
CREATE INDEX credit_payments_by_target ON credit_payments (site_id, applied_to_invoice_id);
CREATE INDEX credit_payments_by_refund ON credit_payments (site_id, refund_transaction_uuid)
  WHERE refund_transaction_uuid IS NOT NULL;

CREATE TABLE gift_cards (
  site_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  redemption_code text COLLATE "C" NOT NULL,
  gifter_account_id text COLLATE "C" NOT NULL,
  recipient_account_id text COLLATE "C",
  purchase_invoice_id text COLLATE "C",
  redemption_invoice_id text COLLATE "C",
  product_code text NOT NULL,
  currency text NOT NULL,
  unit_amount_in_cents bigint NOT NULL,
  balance_in_cents bigint,
  -- Whether the site allowed, when the card was sold, that it is redeemed while a bank still has to settle the debit.
  before_settlement boolean,
  delivery text NOT NULL,
  delivery_due_at bigint,
  delivered_at bigint,
  redeemed_at bigint,
  canceled_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
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
CREATE INDEX gift_cards_to_deliver ON gift_cards (site_id, delivery_due_at, key) WHERE delivery_due_at IS NOT NULL;

-- When an account was last collected from manually, which may be repeated only after a while.
CREATE TABLE manual_collections (
  site_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  collected_at bigint NOT NULL,
  PRIMARY KEY (site_id, account_id),
  FOREIGN KEY (site_id, account_id) REFERENCES accounts (site_id, id)
);

CREATE TABLE dunning_campaigns (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  schedule text NOT NULL,
  trial_schedule text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE UNIQUE INDEX dunning_campaigns_by_code ON dunning_campaigns (site_id, code);

-- The accounts and plans that a campaign is for. The assignment of the site has no assignee_id: it is empty.
CREATE TABLE dunning_assignments (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  assignee text COLLATE "C" NOT NULL,
  assignee_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, assignee, assignee_id),
  FOREIGN KEY (site_id, campaign_id) REFERENCES dunning_campaigns (site_id, id)
);
CREATE INDEX dunning_assignments_by_campaign ON dunning_assignments (site_id, campaign_id, assignee);

-- Double entry, append-only: the entries of one movement add up to zero.
CREATE TABLE ledger_movements (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  kind text NOT NULL,
  account_id text COLLATE "C",
  subject text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX ledger_movements_by_account ON ledger_movements (site_id, account_id, currency);

CREATE TABLE ledger_entries (
  site_id text COLLATE "C" NOT NULL,
  movement_id text COLLATE "C" NOT NULL,
  line bigint NOT NULL,
  account text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (site_id, movement_id, line),
  FOREIGN KEY (site_id, movement_id) REFERENCES ledger_movements (site_id, id)
);
