import { accounts, del, type Expected, fails, follow, get, head, put, type Row } from './row.ts';

const ABCDE = accounts('a', 'b', 'c', 'd', 'e');
const page = (query: string) => get(`/v2/accounts?${query}`);
const shows = (codes: string, headers: Expected['headers'] = {}): Expected => ({
  status: 200,
  accounts: [...codes],
  headers,
});
const CURSOR = '\\d{30,}%3A\\d{10}';
const URL = '<http://127\\.0\\.0\\.1:\\d+/v2/accounts\\?';
const many = (count: number) => accounts(...Array.from({ length: count }, (_, i) => `n${i}`));

/**
 * Sorting, filtering, paging, counting and conditional requests of lists. Accounts a to e are created one second apart.
 */
export const listRows: readonly Row[] = [
  {
    says: 'newest first',
    before: ABCDE,
    ask: get('/v2/accounts'),
    answer: shows('edcba', { Link: null, ETag: /^"[0-9a-f]{32}"$/, 'X-Records': null }),
  },
  {
    says: 'an empty list is 200',
    ask: get('/v2/accounts'),
    answer: { status: 200, body: '<?xml version="1.0" encoding="UTF-8"?>\n<accounts type="array">\n</accounts>\n' },
  },
  {
    says: 'per_page defaults to 50',
    before: many(51),
    ask: get('/v2/accounts'),
    answer: { status: 200, records: 50, headers: { Link: new RegExp(`^${URL}cursor=${CURSOR}>; rel="next"$`) } },
  },
  {
    says: 'per_page=2 shows two records and links to the next page',
    before: ABCDE,
    ask: page('per_page=2'),
    answer: shows('ed', { Link: new RegExp(`^${URL}per_page=2&cursor=${CURSOR}>; rel="next"$`) }),
  },
  ...['0', '-1', 'many', '1.5', ''].map(
    (text): Row => ({
      says: `per_page=${text} is 50`,
      before: ABCDE,
      ask: page(`per_page=${text}`),
      answer: shows('edcba', { Link: null }),
    }),
  ),
  {
    says: 'per_page above 200 is 200',
    before: many(201),
    ask: page('per_page=1000'),
    answer: { status: 200, records: 200 },
  },

  // Order and times.
  { says: 'order=asc shows the oldest first', before: ABCDE, ask: page('order=asc'), answer: shows('abcde') },
  {
    says: 'sort=updated_at shows the last change first',
    before: [
      ...ABCDE,
      { ...put('/v2/accounts/b', '<account><username>b</username></account>'), at: '2026-11-20T13:00:00Z' },
    ],
    ask: page('sort=updated_at'),
    answer: shows('bedca'),
  },
  {
    says: 'an unknown sort is 400',
    ask: page('sort=email'),
    answer: fails(400, [
      'bad_request',
      'The request could not be understood: sort is not valid.',
      'sort must be one of created_at, updated_at',
    ]),
  },
  {
    says: 'an unknown order is 400',
    ask: page('order=up'),
    answer: fails(400, [
      'bad_request',
      'The request could not be understood: order is not valid.',
      'order must be one of desc, asc',
    ]),
  },
  { says: 'begin_time is inclusive', before: ABCDE, ask: page('begin_time=2026-11-20T12:00:03Z'), answer: shows('ed') },
  { says: 'end_time is inclusive', before: ABCDE, ask: page('end_time=2026-11-20T12:00:01Z'), answer: shows('ba') },
  {
    says: 'a time offset is applied',
    before: ABCDE,
    ask: page('begin_time=2026-11-20T06:00:03-06:00'),
    answer: shows('ed'),
  },
  {
    says: 'a plus decoded as a space is read as a plus',
    before: ABCDE,
    ask: page('begin_time=2026-11-20T14:00:03+02:00'),
    answer: shows('ed'),
  },
  { says: 'a date is midnight UTC', before: ABCDE, ask: page('begin_time=2026-11-21'), answer: shows('') },
  {
    says: 'a begin after the end is an empty list',
    before: ABCDE,
    ask: page('begin_time=2026-11-21&end_time=2026-11-20'),
    answer: shows(''),
  },
  {
    says: 'an invalid begin_time is 400',
    ask: page('begin_time=yesterday'),
    answer: fails(400, ['bad_request', 'The request could not be understood: begin_time is not valid.', /ISO 8601/]),
  },
  {
    says: 'an invalid end_time is 400',
    ask: page('end_time=2026-02-30'),
    answer: fails(400, ['bad_request', /end_time/]),
  },
  {
    says: 'an invalid offset is 400',
    ask: page('begin_time=2026-11-20T12:00:00%2B99:99'),
    answer: fails(400, ['bad_request', /begin_time/]),
  },
  {
    says: 'begin_time before 1970 is 422',
    ask: page('begin_time=0001-01-01'),
    answer: { status: 422, errors: ['begin_time invalid is invalid'] },
  },
  {
    says: 'end_time after 9999 is 422',
    ask: page('end_time=9999-12-31T23:59:59-01:00'),
    answer: { status: 422, errors: ['end_time invalid is invalid'] },
  },
  {
    says: 'times at both ends of the calendar are valid',
    before: ABCDE,
    ask: page('begin_time=1970-01-01&end_time=9999-12-31T23:59:59Z'),
    answer: shows('edcba'),
  },
  {
    says: 'times apply to the sort attribute',
    before: [
      ...ABCDE,
      { ...put('/v2/accounts/a', '<account><username>a</username></account>'), at: '2026-11-20T13:00:00Z' },
    ],
    ask: page('sort=updated_at&begin_time=2026-11-20T12:30:00Z'),
    answer: shows('a'),
  },
  {
    says: 'a record changed in the window and again after it is not listed',
    before: [
      ...ABCDE,
      { ...put('/v2/accounts/a', '<account><username>a</username></account>'), at: '2026-11-20T13:00:00Z' },
    ],
    ask: page('sort=updated_at&end_time=2026-11-20T12:30:00Z'),
    answer: shows('edcb'),
  },

  // Filters.
  {
    says: 'state filters the list',
    before: [...ABCDE, del('/v2/accounts/b')],
    ask: page('state=closed'),
    answer: shows('b'),
  },
  { says: 'an unknown state is 400', ask: page('state=happy'), answer: fails(400, ['bad_request', /state/]) },
  {
    says: 'links keep filters, order, size and times',
    before: ABCDE,
    ask: page(
      'state=active&order=asc&sort=created_at&per_page=2&begin_time=2026-11-20T12:00:00Z&end_time=2026-11-21&unknown=1',
    ),
    answer: shows('ab', {
      Link: new RegExp(
        `^${URL}state=active&sort=created_at&order=asc&per_page=2&begin_time=2026-11-20T12%3A00%3A00Z&end_time=2026-11-21&cursor=${CURSOR}>; rel="next"$`,
      ),
    }),
  },

  {
    says: 'a parameter that the list does not know is ignored, with a warning',
    before: ABCDE,
    ask: page('colour=red&state=active&page=2'),
    answer: shows('edcba', { Warning: '299 - "unknown parameter colour", 299 - "unknown parameter page"' }),
  },
  {
    says: 'HEAD warns of it too',
    before: ABCDE,
    ask: head('/v2/accounts?colour=red'),
    answer: { status: 200, headers: { 'X-Records': '5', Warning: '299 - "unknown parameter colour"' } },
  },
  {
    says: 'a list without an unknown parameter has no warning',
    before: ABCDE,
    ask: page('sort=created_at&order=desc&per_page=9&begin_time=2026-01-01&end_time=2027-01-01&state=active'),
    answer: shows('edcba', { Warning: null }),
  },

  // Paging.
  {
    says: 'the second page links to the first, previous and next pages',
    before: [...ABCDE, page('per_page=2')],
    ask: follow('next'),
    answer: shows('cb', {
      Link: new RegExp(
        `^${URL}per_page=2&cursor=${CURSOR}>; rel="next", ${URL}per_page=2>; rel="start", ${URL}per_page=2&cursor=-${CURSOR}>; rel="prev"$`,
      ),
    }),
  },
  {
    says: 'the last page has no next link',
    before: [...ABCDE, page('per_page=2'), follow('next')],
    ask: follow('next'),
    answer: shows('a', {
      Link: new RegExp(`^${URL}per_page=2>; rel="start", ${URL}per_page=2&cursor=-${CURSOR}>; rel="prev"$`),
    }),
  },
  {
    says: 'prev links to the previous page',
    before: [...ABCDE, page('per_page=2'), follow('next')],
    ask: follow('prev'),
    answer: shows('ed', { Link: new RegExp(`^${URL}per_page=2&cursor=${CURSOR}>; rel="next"$`) }),
  },
  {
    says: 'prev links to the previous page in ascending order too',
    before: [...ABCDE, page('per_page=2&order=asc'), follow('next'), follow('next')],
    ask: follow('prev'),
    answer: shows('cd'),
  },
  {
    says: 'start links to the first page',
    before: [...ABCDE, page('per_page=2'), follow('next'), follow('next')],
    ask: follow('start'),
    answer: shows('ed'),
  },
  {
    says: 'an exactly full last page has no next link',
    before: ABCDE,
    ask: page('per_page=5'),
    answer: shows('edcba', { Link: null }),
  },
  {
    says: 'a record added while a client pages does not repeat another',
    before: [...ABCDE, page('per_page=2'), ...accounts('f').map((ask) => ({ ...ask, at: '2026-11-20T12:30:00Z' }))],
    ask: follow('next', 5),
    answer: shows('cb'),
  },
  {
    says: 'a record closed while a client pages does not shift the pages',
    before: [...ABCDE, page('per_page=2'), del('/v2/accounts/d')],
    ask: follow('next', 5),
    answer: shows('cb'),
  },
  {
    says: 'records of the same second are told apart',
    before: [...ABCDE.map((ask) => ({ ...ask, at: '2026-11-20T12:00:00Z' })), page('per_page=2'), follow('next')],
    ask: follow('next'),
    answer: shows('a'),
  },
  {
    says: 'the colon of a cursor may be unescaped',
    before: [...ABCDE, page('per_page=2')],
    ask: (earlier) => {
      const ask = follow('next')(earlier);
      return { ...ask, path: ask.path.replace('%3A', ':') };
    },
    answer: shows('cb'),
  },
  ...['x', '123', '12:34:56', '1:', ':1', '--1:2', '0x1:2'].map(
    (cursor): Row => ({
      says: `cursor=${cursor} is 400`,
      ask: page(`cursor=${cursor}`),
      answer: fails(400, ['invalid_cursor', /^The cursor format is invalid\./]),
    }),
  ),
  {
    says: 'a cursor for another order is 400',
    before: [...ABCDE, page('per_page=2')],
    ask: (earlier) => ({ path: `${follow('next')(earlier).path}&order=asc` }),
    answer: fails(400, ['invalid_cursor', /./, 'This cursor was made for another sort or order']),
  },
  {
    says: 'a cursor for another sort is 400',
    before: [...ABCDE, page('per_page=2')],
    ask: (earlier) => ({ path: `${follow('next')(earlier).path}&sort=updated_at` }),
    answer: fails(400, ['invalid_cursor']),
  },
  {
    says: 'a cursor without a record at its position is valid',
    before: ABCDE,
    ask: page('cursor=0:1795176002'),
    answer: shows('ba'),
  },
  {
    says: 'up to 2.2 a cursor may be a single time: records created then or before',
    before: ABCDE,
    ask: { ...page('cursor=1795176002'), version: '2.2' },
    answer: { status: 200, accounts: ['c', 'b', 'a'] },
  },
  {
    says: 'up to 2.2 a negative time pages in the other direction',
    before: ABCDE,
    ask: { ...page('cursor=-1795176002'), version: '2.2' },
    answer: { status: 200, accounts: ['e', 'd', 'c'] },
  },
  {
    says: 'from 2.3 on a single number is no cursor',
    ask: { ...page('cursor=1795176002'), version: '2.3' },
    answer: fails(400, ['invalid_cursor']),
  },

  // Counting.
  {
    says: 'HEAD counts and has no body',
    before: ABCDE,
    ask: head('/v2/accounts'),
    answer: {
      status: 200,
      body: '',
      headers: { 'X-Records': '5', 'Content-Type': 'application/xml; charset=utf-8', 'Content-Length': null },
    },
  },
  {
    says: 'HEAD counts the filtered records',
    before: [...ABCDE, del('/v2/accounts/b')],
    ask: head('/v2/accounts?state=active'),
    answer: { status: 200, headers: { 'X-Records': '4' } },
  },
  {
    says: 'HEAD counts between times',
    before: ABCDE,
    ask: head('/v2/accounts?begin_time=2026-11-20T12:00:01Z&end_time=2026-11-20T12:00:02Z'),
    answer: { status: 200, headers: { 'X-Records': '2' } },
  },
  {
    says: 'HEAD ignores cursor and per_page',
    before: ABCDE,
    ask: head('/v2/accounts?per_page=2&cursor=x'),
    answer: { status: 200, headers: { 'X-Records': '5' } },
  },
  {
    says: 'HEAD counts in 2.2 too',
    before: ABCDE,
    ask: head('/v2/accounts', { version: '2.2' }),
    answer: { status: 200, headers: { 'X-Records': '5' } },
  },
  {
    says: 'up to 2.5 GET counts as well',
    before: ABCDE,
    ask: get('/v2/accounts?per_page=2', { version: '2.5' }),
    answer: { status: 200, headers: { 'X-Records': '5' } },
  },
  {
    says: 'from 2.6 on GET does not count',
    before: ABCDE,
    ask: get('/v2/accounts?per_page=2', { version: '2.6' }),
    answer: { status: 200, headers: { 'X-Records': null } },
  },
  {
    says: 'HEAD of a list with an invalid filter is 400',
    ask: head('/v2/accounts?state=happy'),
    answer: { status: 400, body: '' },
  },

  // Conditional requests.
  {
    says: 'an unchanged page is 304',
    before: [...ABCDE, page('per_page=2')],
    ask: (earlier) =>
      get('/v2/accounts?per_page=2', { headers: { 'If-None-Match': String(earlier.at(-1)?.headers.etag) } }),
    answer: { status: 304, body: '', headers: { Link: /rel="next"/, ETag: /^"/ } },
  },
  {
    says: 'a page that gained a next link has changed',
    before: [
      ...ABCDE,
      page('per_page=5&order=asc'),
      ...accounts('f').map((ask) => ({ ...ask, at: '2026-11-20T12:30:00Z' })),
    ],
    ask: (earlier) =>
      get('/v2/accounts?per_page=5&order=asc', { headers: { 'If-None-Match': String(earlier.at(5)?.headers.etag) } }),
    answer: shows('abcde', { Link: /rel="next"/ }),
  },
];
