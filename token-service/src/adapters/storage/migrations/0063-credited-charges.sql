-- How much of a charge invoice was credited: an invoice owes at most the rest, and at most the rest can be refunded.
-- No balance changes. A charge that an earlier release left open although it was credited is paid with that credit when
-- it is collected or written off.
ALTER TABLE invoices ADD COLUMN credited_in_cents bigint NOT NULL DEFAULT 0;

UPDATE invoices SET credited_in_cents = coalesce((
  SELECT -sum(credit.total_in_cents)
  FROM adjustments charge
  JOIN adjustments credit ON credit.site_id = charge.site_id AND credit.original_adjustment_uuid = charge.uuid
  WHERE charge.site_id = invoices.site_id AND charge.invoice_id = invoices.uuid AND credit.invoice_id IS NOT NULL), 0)
WHERE uuid IN (SELECT charge_id FROM invoice_originals WHERE invoice_originals.site_id = invoices.site_id);

-- A charge that was credited before it was paid showed its whole total as refundable from the payment on.
UPDATE invoices SET refundable_total_in_cents = total_in_cents - credited_in_cents
WHERE type = 'charge' AND state = 'paid' AND refundable_total_in_cents > total_in_cents - credited_in_cents;
