-- What an intent is completed by has a kind and a version, so that a program refuses what it cannot read.
ALTER TABLE intents RENAME COLUMN sale TO payload;
UPDATE intents SET payload = '{"kind":"verify","version":1}' WHERE kind = 'verify';
UPDATE intents SET payload = '{"kind":"payment","version":1,"action":"purchase","authorization":null}' WHERE kind = 'payment';
UPDATE intents SET payload = '{"kind":"refund","version":1,"draft":' || payload || '}' WHERE kind = 'refund';
UPDATE intents SET payload = '{"kind":"authorization","version":1,' || substr(payload, 2) WHERE kind = 'authorization';
