-- Operations at a provider are deleted once nothing looks them up any more: by the moment they began, and not while the
-- payment intent that they belong to is open.
CREATE INDEX gateway_operations_at ON gateway_operations (site_id, at);
CREATE INDEX intents_gateway_key ON intents (site_id, gateway_key);
