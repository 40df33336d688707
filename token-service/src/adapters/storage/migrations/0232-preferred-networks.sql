-- The network that is to process a card of more than one.
ALTER TABLE payment_methods ADD COLUMN card_network_preference text;
