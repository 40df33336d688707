-- How much of a charge was given back, and what becomes of an amount that a gateway does not give back.

ALTER TABLE adjustments ADD COLUMN credited_share text;
ALTER TABLE sites ADD COLUMN declined_refunds text NOT NULL DEFAULT 'refuse';
