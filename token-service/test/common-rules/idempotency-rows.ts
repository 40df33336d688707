import { accounts, fails, get, post, put, type Row } from './row.ts';

const create = (code: string, key: string, more = {}) =>
  post('/v2/accounts', `<account><account_code>${code}</account_code></account>`, {
    headers: { 'Idempotency-Key': key },
    ...more,
  });
const LATER = '2026-11-21T11:59:59Z';
const TOO_LATE = '2026-11-21T12:00:01Z';

const KEYED = { headers: { 'Idempotency-Key': 'k' } };
const rename = (name: string, more = {}) =>
  put('/v2/accounts/ada', `<account><username>${name}</username></account>`, more);

/** The rules of `Idempotency-Key`. */
export const idempotencyRows: readonly Row[] = [
  {
    says: 'a repeated request with the same key gets the same response',
    before: [create('ada', 'k')],
    ask: create('ada', 'k', { at: LATER }),
    answer: {
      status: 201,
      headers: { Location: '{base}/v2/accounts/ada', 'Content-Type': 'application/xml; charset=utf-8' },
      accounts: ['ada'],
      body: /<created_at type="datetime">2026-11-20T12:00:00Z/,
    },
  },
  {
    says: 'and is executed once',
    before: [create('ada', 'k'), create('ada', 'k')],
    ask: get('/v2/accounts'),
    answer: { status: 200, accounts: ['ada'] },
  },
  {
    says: 'a different request with the key is 422',
    before: [create('ada', 'k')],
    ask: create('eve', 'k'),
    answer: fails(422, [
      'idempotency_key_reused',
      'This Idempotency-Key came with a different request before. Send a new key with a new request.',
    ]),
  },
  {
    says: 'the same request in another version counts as different',
    before: [create('ada', 'k')],
    ask: create('ada', 'k', { version: '2.18' }),
    answer: fails(422, ['idempotency_key_reused']),
  },
  {
    says: 'a validation error is stored too',
    before: [create('', 'k')],
    ask: create('', 'k'),
    answer: { status: 422, errors: ["account.account_code blank can't be blank"] },
  },
  {
    says: 'a malformed request does not use up the key',
    before: [post('/v2/accounts', '<account', { headers: { 'Idempotency-Key': 'k' } })],
    ask: create('ada', 'k'),
    answer: { status: 201 },
  },
  {
    says: 'a key can be reused after 24 hours',
    before: [create('ada', 'k')],
    ask: create('eve', 'k', { at: TOO_LATE }),
    answer: { status: 201, accounts: ['eve'] },
  },
  {
    says: 'a key of a different PUT is 422',
    before: [...accounts('ada'), rename('a', KEYED)],
    ask: rename('b', KEYED),
    answer: fails(422, ['idempotency_key_reused']),
  },
  {
    says: 'a repeated PUT is answered as it was the first time',
    before: [...accounts('ada'), rename('a', KEYED), rename('b')],
    ask: rename('a', KEYED),
    answer: { status: 200, body: /<username>a</ },
  },
  {
    says: 'and is not carried out again',
    before: [...accounts('ada'), rename('a', KEYED), rename('b'), rename('a', KEYED)],
    ask: get('/v2/accounts/ada'),
    answer: { status: 200, body: /<username>b</ },
  },
  {
    says: 'a key that contains a card number is 400 and is not echoed',
    ask: create('ada', 'order 4111 1111 1111 1111'),
    answer: {
      ...fails(400, ['bad_request', /Idempotency-Key/, 'It contains a card number. Send a random key, such as a UUID']),
      body: /^(?!(.|\n)*1111)/,
    },
  },
  {
    says: 'a UUID is a valid key whatever its digits are',
    ask: create('ada', '01934f6c-1b2a-7c3d-9e4f-630400000000'),
    answer: { status: 201 },
  },
  {
    says: 'a key of 256 characters is 400',
    ask: create('ada', 'k'.repeat(256)),
    answer: fails(400, ['bad_request', /Idempotency-Key/, 'Send 1 to 255 printable ASCII characters']),
  },
];
