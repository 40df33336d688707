-- Sandboxes share documented test cards and the address of a test machine, so neither is counted by default. A limit
-- other than the default before was set by an operator, and stays.

UPDATE sites SET attempts_per_card = NULL WHERE mode = 'sandbox' AND attempts_per_card = 10;
UPDATE sites SET attempts_per_address = NULL WHERE mode = 'sandbox' AND attempts_per_address = 40;
