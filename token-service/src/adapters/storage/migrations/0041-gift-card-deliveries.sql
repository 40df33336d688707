-- Gift cards that an earlier release sold: their e-mail was queued when they were sold, also where the buyer named a
-- later moment, and the card never said when. The payload ends with that moment in seconds, or with null.
UPDATE gift_cards SET delivered_at = created_at
  WHERE delivered_at IS NULL AND EXISTS (SELECT 1 FROM outbox o WHERE o.site_id = gift_cards.site_id
    AND o.id = gift_cards.key AND o.kind = 'gift_card_delivery' AND o.payload LIKE '%"deliver_at":null}');
UPDATE gift_cards SET delivery_due_at = (SELECT CAST(substr(o.payload, length(o.payload) - 10, 10) AS bigint)
    FROM outbox o WHERE o.site_id = gift_cards.site_id AND o.id = gift_cards.key)
  WHERE delivered_at IS NULL AND delivery_due_at IS NULL AND EXISTS (SELECT 1 FROM outbox o
    WHERE o.site_id = gift_cards.site_id AND o.id = gift_cards.key AND o.kind = 'gift_card_delivery'
    AND o.payload LIKE '%"deliver_at":__________}');
DELETE FROM outbox WHERE kind = 'gift_card_delivery' AND payload LIKE '%"deliver_at":__________}'
  AND EXISTS (SELECT 1 FROM gift_cards g WHERE g.site_id = outbox.site_id AND g.key = outbox.id
    AND g.delivery_due_at IS NOT NULL);
