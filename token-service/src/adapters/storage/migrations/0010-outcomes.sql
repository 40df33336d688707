-- What a request with an Idempotency-Key became, recorded with it, so that it is answered and not done again when its answer was never kept.

ALTER TABLE idempotency_keys ADD COLUMN outcome text;
