-- The kind of an intent says how it ends: a payment is that of an order, the collection of an invoice or the capture of
-- an authorization. The payload is the text of `JSON.stringify`, whose strings hold no unescaped quotes.
UPDATE intents
SET kind = 'collection',
  payload = replace(replace(payload, '"collecting":{', ''), '},"kind":"payment"', ',"kind":"collection"')
WHERE kind = 'payment' AND payload LIKE '%"collecting":{%';
UPDATE intents
SET kind = 'capture',
  payload = replace(replace(payload, '"capturing":{', ''), '},"kind":"payment"', ',"kind":"capture"')
WHERE kind = 'payment' AND payload LIKE '%"capturing":{%';
UPDATE intents SET kind = 'order', payload = '{"kind":"order","version":1}' WHERE kind = 'payment';
UPDATE intents SET kind = 'verification', payload = '{"kind":"verification","version":1}' WHERE kind = 'verify';
