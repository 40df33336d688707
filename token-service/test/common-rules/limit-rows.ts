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

/**
 * Specification "Limits": the rate limit. Where a limit has to be used up, it is one a minute, so five in the window.
 */
// biome-ignore format: one row, one line
export const limitRows: readonly Row[] = [
  { says: 'a sandbox site may make 400 a minute, 2000 in five', ask: list, answer: { status: 200, headers: limits(2000, 1999, 300) } },
  { says: 'in a sandbox every request counts', ask: post('/v2/accounts', ADA), answer: { status: 201, headers: limits(2000, 1999, 300) } },
  { says: 'a production site may make 1000 a minute, 5000 in five', site: { mode: 'production' }, ask: list, answer: { status: 200, headers: limits(5000, 4999, 300) } },
  { says: 'in production HEAD counts', site: { mode: 'production' }, ask: head('/v2/accounts'), answer: { status: 200, headers: limits(5000, 4999, 300) } },
  { says: 'in production POST does not count', site: { mode: 'production' }, ask: post('/v2/accounts', ADA), answer: { status: 201, headers: limits(5000, 5000, 0) } },
  { says: 'errors carry the headers too', ask: get('/v2/accounts/nobody'), answer: fails(404, ['not_found'], limits(2000, 1999, 300)) },
  { says: 'an answer without a body carries them too', before: [list], ask: get('/v2/accounts', { headers: { 'If-None-Match': '*' } }), answer: { status: 304, headers: limits(2000, 1998, 300) } },
  { says: 'all five minutes may be spent at once', site: { requests_per_minute: 1 }, before: times(4, list), ask: list, answer: { status: 200, headers: limits(5, 0, 300) } },
  { says: 'then it is 429', site: { requests_per_minute: 1 }, before: times(5, list), ask: list, answer: exceeded(300) },
  { says: 'a refused request does not count', site: { requests_per_minute: 1 }, before: times(9, list), ask: get('/v2/accounts', { at: later(60) }), answer: { ...exceeded(240), headers: limits(5, 0, 300) } },
  { says: 'the window slides: what is five minutes old is free again', site: { requests_per_minute: 1 }, before: [get('/v2/accounts', { at: later(0) }), ...times(4, get('/v2/accounts', { at: later(200) }))], ask: get('/v2/accounts', { at: later(300) }), answer: { status: 200, headers: limits(5, 0, 600) } },
  { says: 'and not a second sooner', site: { requests_per_minute: 1 }, before: [get('/v2/accounts', { at: later(0) }), ...times(4, get('/v2/accounts', { at: later(200) }))], ask: get('/v2/accounts', { at: later(299) }), answer: exceeded(1) },
  { says: 'after a pause everything is there again', site: { requests_per_minute: 1 }, before: times(5, list), ask: get('/v2/accounts', { at: later(3600) }), answer: { status: 200, headers: limits(5, 4, 3900) } },
  { says: 'in production POST goes on when reading is used up', site: { mode: 'production', requests_per_minute: 1 }, before: times(6, list), ask: post('/v2/accounts', ADA), answer: { status: 201, headers: limits(5, 0, 300) } },
];

// biome-ignore format: one row, one line
export const noticeRows: readonly Row[] = [
  { says: 'the contact and support hear of it', site: { requests_per_minute: 1 }, before: times(5, list), ask: list, answer: { ...exceeded(300), outbox: ['limit_exceeded to ops@example.com', 'limit_exceeded to support'] } },
  { says: 'they hear of it once in three hours', site: { requests_per_minute: 1 }, before: [...times(9, list), ...times(6, get('/v2/accounts', { at: later(3 * 3600 - 1) }))], ask: get('/v2/accounts', { at: later(3 * 3600 - 1) }), answer: { ...exceeded(300), outbox: ['limit_exceeded to ops@example.com', 'limit_exceeded to support'] } },
  { says: 'and again after that', site: { requests_per_minute: 1 }, before: [...times(6, list), ...times(5, get('/v2/accounts', { at: later(3 * 3600) }))], ask: get('/v2/accounts', { at: later(3 * 3600) }), answer: { ...exceeded(300), outbox: ['limit_exceeded to ops@example.com', 'limit_exceeded to support', 'limit_exceeded to ops@example.com', 'limit_exceeded to support'] } },
  { says: 'a site without a contact: only support hears of it', site: { requests_per_minute: 1, technical_contact: null }, before: times(5, list), ask: list, answer: { ...exceeded(300), outbox: ['limit_exceeded to support'] } },
  { says: 'nobody else hears of a request that is served', before: accounts('ada'), ask: list, answer: { status: 200, outbox: [] } },
];
