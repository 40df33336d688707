-- The postings of a period, for the report that lists them and for the sums of the trial balance.
CREATE INDEX ledger_movements_by_time ON ledger_movements (site_id, at, id);
