-- When an operator accepted a dispute at its gateway: nothing is to be answered from then on, although the worker records
-- the loss a little later.
ALTER TABLE disputes ADD COLUMN accepted_at bigint;
