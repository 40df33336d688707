import { type Ask, accounts, type Expected, fails, get, head, NOON, post, type Row } from './row.ts';

const ADA = '<account><account_code>ada</account_code></account>';
const noon = Date.parse(NOON) / 1000;
const later = (seconds: number): string => new Date((noon + seconds) * 1000).toISOString();
const times = (count: number, ask: Ask): Ask[] => Array.from({ length: count }, () => ask);
const limits = (limit: number, remaining: number, reset: number): Expected['headers'] => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(noon + reset),
});
const exceeded = (seconds: number) =>
  fails(
    429,
    [
      'too_many_requests',
      `This site may make 5 requests in five minutes and has made them. Try again in ${seconds} seconds.`,
    ],
    { 'Retry-After': String(seconds) },
  );
const list = get('/v2/accounts');

/** The rate limit. Rows that exhaust a limit set it to one a minute, so five in the window. */
export const limitRows: readonly Row[] = [
  {
    says: 'a sandbox site may make 400 requests a minute, 2000 in five minutes',
    ask: list,
    answer: { status: 200, headers: limits(2000, 1999, 300) },
  },
  {
    says: 'every request counts in a sandbox',
    ask: post('/v2/accounts', ADA),
    answer: { status: 201, headers: limits(2000, 1999, 300) },
  },
  {
    says: 'a production site may make 1000 requests a minute, 5000 in five minutes',
    site: { mode: 'production' },
    ask: list,
    answer: { status: 200, headers: limits(5000, 4999, 300) },
  },
  {
    says: 'HEAD counts in production',
    site: { mode: 'production' },
    ask: head('/v2/accounts'),
    answer: { status: 200, headers: limits(5000, 4999, 300) },
  },
  {
    says: 'POST does not count in production',
    site: { mode: 'production' },
    ask: post('/v2/accounts', ADA),
    answer: { status: 201, headers: limits(5000, 5000, 0) },
  },
  {
    says: 'errors carry the headers too',
    ask: get('/v2/accounts/unknown'),
    answer: fails(404, ['not_found'], limits(2000, 1999, 300)),
  },
  {
    says: 'a response without a body carries the headers too',
    before: [list],
    ask: get('/v2/accounts', { headers: { 'If-None-Match': '*' } }),
    answer: { status: 304, headers: limits(2000, 1998, 300) },
  },
  {
    says: 'the requests of five minutes may be sent at once',
    site: { requests_per_minute: 1 },
    before: times(4, list),
    ask: list,
    answer: { status: 200, headers: limits(5, 0, 300) },
  },
  {
    says: 'the next request is 429',
    site: { requests_per_minute: 1 },
    before: times(5, list),
    ask: list,
    answer: exceeded(300),
  },
  {
    says: 'a rejected request does not count',
    site: { requests_per_minute: 1 },
    before: times(9, list),
    ask: get('/v2/accounts', { at: later(60) }),
    answer: { ...exceeded(240), headers: limits(5, 0, 300) },
  },
  {
    says: 'the window slides: requests older than five minutes no longer count',
    site: { requests_per_minute: 1 },
    before: [get('/v2/accounts', { at: later(0) }), ...times(4, get('/v2/accounts', { at: later(200) }))],
    ask: get('/v2/accounts', { at: later(300) }),
    answer: { status: 200, headers: limits(5, 0, 600) },
  },
  {
    says: 'and count until that second',
    site: { requests_per_minute: 1 },
    before: [get('/v2/accounts', { at: later(0) }), ...times(4, get('/v2/accounts', { at: later(200) }))],
    ask: get('/v2/accounts', { at: later(299) }),
    answer: exceeded(1),
  },
  {
    says: 'the full limit is available again after a pause',
    site: { requests_per_minute: 1 },
    before: times(5, list),
    ask: get('/v2/accounts', { at: later(3600) }),
    answer: { status: 200, headers: limits(5, 4, 3900) },
  },
  {
    says: 'POST still works in production when the limit for reads is exhausted',
    site: { mode: 'production', requests_per_minute: 1 },
    before: times(6, list),
    ask: post('/v2/accounts', ADA),
    answer: { status: 201, headers: limits(5, 0, 300) },
  },
];

export const noticeRows: readonly Row[] = [
  {
    says: 'the technical contact and support are notified',
    site: { requests_per_minute: 1 },
    before: times(5, list),
    ask: list,
    answer: { ...exceeded(300), outbox: ['limit_exceeded to ops@example.com', 'limit_exceeded to support'] },
  },
  {
    says: 'they are notified once in three hours',
    site: { requests_per_minute: 1 },
    before: [...times(9, list), ...times(6, get('/v2/accounts', { at: later(3 * 3600 - 1) }))],
    ask: get('/v2/accounts', { at: later(3 * 3600 - 1) }),
    answer: { ...exceeded(300), outbox: ['limit_exceeded to ops@example.com', 'limit_exceeded to support'] },
  },
  {
    says: 'and again after three hours',
    site: { requests_per_minute: 1 },
    before: [...times(6, list), ...times(5, get('/v2/accounts', { at: later(3 * 3600) }))],
    ask: get('/v2/accounts', { at: later(3 * 3600) }),
    answer: {
      ...exceeded(300),
      outbox: [
        'limit_exceeded to ops@example.com',
        'limit_exceeded to support',
        'limit_exceeded to ops@example.com',
        'limit_exceeded to support',
      ],
    },
  },
  {
    says: 'only support is notified when a site has no technical contact',
    site: { requests_per_minute: 1, technical_contact: null },
    before: times(5, list),
    ask: list,
    answer: { ...exceeded(300), outbox: ['limit_exceeded to support'] },
  },
  {
    says: 'no notification is sent for an accepted request',
    before: accounts('ada'),
    ask: list,
    answer: { status: 200, outbox: [] },
  },
];
