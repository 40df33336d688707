const BODY = new URLSearchParams({
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  country: 'US',
  number: '4111111111111111',
  month: '12',
  year: '2040',
  cvv: '123',
  key: 'demo-public-key',
  version: '0.1.0',
}).toString();

/** The bytes of a request that exchanges a card with a complete billing address for a token. */
export const REQUEST = Buffer.from(
  `POST /js/v1/token HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3001\r\nAccept: */*\r\nContent-Type: application/x-www-form-urlencoded;charset=UTF-8\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
);
