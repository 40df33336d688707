-- Every outage of a gateway is checked: one whose gateway was not asked for four days ends without an answer.
UPDATE gateway_outages SET check_at = since + 345600 WHERE check_at IS NULL;
