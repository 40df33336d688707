-- When an operator accepted a dispute at its gateway: nothing is to be answered from then on, although it is decided only
-- once the gateway reports it.
ALTER TABLE disputes ADD COLUMN accepted_at bigint;
