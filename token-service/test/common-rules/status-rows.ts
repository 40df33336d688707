import { basic } from './call.ts';
import { accounts, del, fails, get, head, post, put, type Row } from './row.ts';

const ADA = '<account><account_code>ada</account_code></account>';
const EMAIL = '<account><email>ada@example.com</email></account>';
const FAR_TOO_DEEP = '<a>'.repeat(40);

export const statusRows: readonly Row[] = [
  // 2xx
  {
    says: '200 for a record',
    before: accounts('ada'),
    ask: get('/v2/accounts/ada'),
    answer: {
      status: 200,
      headers: {
        'Content-Type': 'application/xml; charset=utf-8',
        'Content-Language': 'en-US',
        'Cache-Control': 'no-cache',
      },
      accounts: ['ada'],
    },
  },
  {
    says: '200 for an update',
    before: accounts('ada'),
    ask: put('/v2/accounts/ada', EMAIL),
    answer: { status: 200, body: /<email>ada@example\.com<\/email>/ },
  },
  {
    says: '200 for an action without a body',
    before: [...accounts('ada'), del('/v2/accounts/ada')],
    ask: put('/v2/accounts/ada/reopen'),
    answer: { status: 200, body: /<state>active<\/state>/ },
  },
  {
    says: '200 for an action whose body is arbitrary',
    before: accounts('ada'),
    ask: put('/v2/accounts/ada/reopen', 'not <xml', { headers: { 'Content-Type': 'text/plain' } }),
    answer: { status: 200 },
  },
  {
    says: '201 with the URL of the created record',
    ask: post('/v2/accounts', ADA),
    answer: { status: 201, headers: { Location: '{base}/v2/accounts/ada' } },
  },
  {
    says: '204 without a body',
    before: accounts('ada'),
    ask: del('/v2/accounts/ada'),
    answer: { status: 204, body: '', headers: { 'Content-Type': null } },
  },
  {
    says: 'one trailing slash is ignored',
    before: accounts('ada'),
    ask: get('/v2/accounts/ada/'),
    answer: { status: 200 },
  },
  {
    says: 'HEAD of a record is 200 without a body',
    before: accounts('ada'),
    ask: head('/v2/accounts/ada'),
    answer: { status: 200, body: '', headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  },
  {
    says: 'HEAD of an unknown record is 404 without a body',
    ask: head('/v2/accounts/unknown'),
    answer: { status: 404, body: '' },
  },

  // 400
  {
    says: '400 for XML that is not well-formed',
    ask: post('/v2/accounts', '<account><email></account>'),
    answer: fails(400, [
      'invalid_xml',
      'The provided XML was invalid.',
      /^Unexpected close tag \(line 1, column \d+\)$/,
    ]),
  },
  {
    says: '400 for an element that is not accepted',
    ask: post('/v2/accounts', '<account><shoe_size>44</shoe_size></account>'),
    answer: fails(400, ['invalid_xml', 'The provided XML was invalid.', 'Unacceptable tag &lt;shoe_size&gt;']),
  },
  {
    says: '400 for an element named __proto__',
    ask: post('/v2/accounts', '<account><__proto__>x</__proto__></account>'),
    answer: fails(400, ['invalid_xml', /./, 'Unacceptable tag &lt;__proto__&gt;']),
  },
  {
    says: '400 for a wrong root element',
    ask: post('/v2/accounts', '<customer/>'),
    answer: fails(400, ['invalid_xml', /./, 'Unacceptable tag &lt;customer&gt;, the root must be &lt;account&gt;']),
  },
  {
    says: '400 for a DOCTYPE',
    ask: post('/v2/accounts', `<!DOCTYPE account [<!ENTITY x "y">]>${ADA}`),
    answer: fails(400, ['invalid_xml', /./, 'A document type is not accepted']),
  },
  {
    says: '400 for a document that is nested too deeply',
    ask: post('/v2/accounts', FAR_TOO_DEEP),
    answer: fails(400, ['invalid_xml', /./, 'The document is deeper than 32 elements']),
  },
  {
    says: '400 for a second root',
    ask: post('/v2/accounts', `${ADA}${ADA}`),
    answer: fails(400, ['invalid_xml', /./, 'There is a second root element']),
  },
  { says: '400 for text after the root', ask: post('/v2/accounts', `${ADA}more`), answer: fails(400, ['invalid_xml']) },
  {
    says: '400 for bytes that are not UTF-8',
    ask: post('/v2/accounts', Buffer.from(ADA.replace('ada', '\xe9'), 'latin1')),
    answer: fails(400, ['invalid_xml', /./, 'The document is not UTF-8']),
  },
  {
    says: '400 for a control character',
    ask: post('/v2/accounts', ADA.replace('ada', '\u0001')),
    answer: fails(400, ['invalid_xml', /./, 'The document contains a control character']),
  },
  {
    says: '400 for an invalid Host header',
    ask: get('/v2/accounts', { headers: { Host: 'shop<evil>' } }),
    answer: fails(400, ['bad_request', 'The request could not be understood: Host is not valid.']),
  },
  {
    says: 'a byte order mark is not part of the document',
    ask: post('/v2/accounts', `\ufeff${ADA}`),
    answer: { status: 201 },
  },

  // 401
  {
    says: '401 without credentials',
    ask: get('/v2/accounts', { as: 'anonymous' }),
    answer: fails(401, ['unauthorized', /Send a private key as the user name of HTTP Basic/], {
      'WWW-Authenticate': 'Basic realm="XML API"',
      'X-RateLimit-Limit': null,
      'X-Api-Version': null,
    }),
  },
  {
    says: '401 for an unknown key',
    ask: get('/v2/accounts', { as: 'anonymous', headers: { Authorization: basic('no-such-key') } }),
    answer: fails(401, ['unauthorized']),
  },
  {
    says: 'the password is ignored',
    ask: get('/v2/accounts', { credentials: (key) => `${key}:whatever` }),
    answer: { status: 200 },
  },
  {
    says: 'a key without a trailing colon is accepted too',
    ask: get('/v2/accounts', { credentials: (key) => key }),
    answer: { status: 200 },
  },
  {
    says: '401 for another scheme',
    ask: get('/v2/accounts', { as: 'anonymous', headers: { Authorization: 'Bearer abc' } }),
    answer: fails(401, ['unauthorized']),
  },
  {
    says: '401 for credentials that are not base64',
    ask: get('/v2/accounts', { as: 'anonymous', headers: { Authorization: 'Basic ???' } }),
    answer: fails(401, ['unauthorized']),
  },
  {
    says: '401 whether or not the record exists',
    before: accounts('ada'),
    ask: get('/v2/accounts/ada', { as: 'anonymous' }),
    answer: fails(401, ['unauthorized']),
  },

  // 402
  {
    says: '402 for a production site not in good standing',
    site: { mode: 'production', standing: 'suspended' },
    ask: get('/v2/accounts'),
    answer: fails(
      402,
      ['payment_required', 'This site is not in good standing. Contact support to have it restored.'],
      { 'X-RateLimit-Limit': '5000', 'X-Api-Version': '2.19' },
    ),
  },
  {
    says: 'a sandbox site needs no good standing',
    site: { standing: 'suspended' },
    ask: get('/v2/accounts'),
    answer: { status: 200 },
  },

  // 403
  {
    says: '403 for POST with a read-only key',
    ask: post('/v2/accounts', ADA, { as: 'readOnly' }),
    answer: fails(403, ['forbidden', 'This API key is read-only. Use a key that may write.']),
  },
  {
    says: '403 for PUT with a read-only key',
    ask: put('/v2/accounts/ada', EMAIL, { as: 'readOnly' }),
    answer: fails(403, ['forbidden']),
  },
  {
    says: '403 for DELETE with a read-only key',
    ask: del('/v2/accounts/ada', { as: 'readOnly' }),
    answer: fails(403, ['forbidden']),
  },
  { says: 'a read-only key may GET', ask: get('/v2/accounts', { as: 'readOnly' }), answer: { status: 200 } },
  { says: 'a read-only key may HEAD', ask: head('/v2/accounts', { as: 'readOnly' }), answer: { status: 200 } },

  // 404
  {
    says: '404 for an unknown record, naming it',
    ask: get('/v2/accounts/unknown'),
    answer: fails(404, ['not_found', "Couldn't find Account with account_code = unknown"]),
  },
  {
    says: '404 for an update of an unknown record',
    ask: put('/v2/accounts/unknown', EMAIL),
    answer: fails(404, ['not_found']),
  },
  {
    says: '404 for a delete of an unknown record',
    ask: del('/v2/accounts/unknown'),
    answer: fails(404, ['not_found']),
  },
  {
    says: '404 for an unknown path',
    ask: get('/v2/shoes'),
    answer: fails(404, ['not_found', 'There is nothing at /v2/shoes. /docs lists the addresses of this API.'], {
      Link: '</docs/errors#not_found>; rel="help"',
      'X-RateLimit-Limit': '2000',
      'X-Api-Version': '2.19',
    }),
  },
  { says: '404 for a path with two trailing slashes', ask: get('/v2/accounts//'), answer: fails(404, ['not_found']) },
  { says: '404 for an invalid escape', ask: get('/v2/accounts/%zz'), answer: fails(404, ['not_found']) },
  { says: '404 for an escaped NUL', ask: get('/v2/accounts/a%00b'), answer: fails(404, ['not_found']) },
  { says: '404 for an escape that is not UTF-8', ask: get('/v2/accounts/%ff'), answer: fails(404, ['not_found']) },
  { says: '404 for an invalid absolute URL', ask: get('http://[/v2/accounts'), answer: fails(404, ['not_found']) },
  {
    says: 'a segment is decoded once',
    ask: get('/v2/accounts/a%2Fb%252F'),
    answer: fails(404, ['not_found', "Couldn't find Account with account_code = a/b%2F"]),
  },
  {
    says: 'an absolute URL on the request line is reduced to its path',
    before: accounts('ada'),
    ask: get('http://elsewhere.example/v2/accounts/ada?x=1'),
    answer: { status: 200, accounts: ['ada'] },
  },

  // 405
  {
    says: '405 with the allowed methods',
    ask: del('/v2/accounts'),
    answer: fails(405, ['method_not_allowed', 'DELETE is not allowed at this URL. Allowed methods: GET, HEAD, POST.'], {
      Allow: 'GET, HEAD, POST',
    }),
  },
  {
    says: '405 for a method the API does not use',
    ask: { method: 'PATCH', path: '/v2/accounts/ada/reopen' },
    answer: fails(405, ['method_not_allowed'], { Allow: 'PUT' }),
  },
  {
    says: '405 for OPTIONS',
    ask: { method: 'OPTIONS', path: '/v2/accounts' },
    answer: fails(405, ['method_not_allowed']),
  },

  // 406
  {
    says: '406 without Accept',
    ask: get('/v2/accounts', { headers: { Accept: undefined } }),
    answer: fails(406, ['not_acceptable', 'This API answers in XML. Send Accept: application/xml.']),
  },
  ...['*/*', 'application/*', 'text/xml', 'application/json', 'application/xml;q=0', 'application/pdf'].map(
    (accept): Row => ({
      says: `406 for Accept: ${accept}`,
      ask: get('/v2/accounts', { headers: { Accept: accept } }),
      answer: fails(406, ['not_acceptable']),
    }),
  ),
  ...[
    'application/xml',
    'Application/XML',
    'application/xml; charset=utf-8',
    'text/html, application/xml;q=0.5, */*;q=0.1',
  ].map(
    (accept): Row => ({
      says: `Accept: ${accept} is served`,
      ask: get('/v2/accounts', { headers: { Accept: accept } }),
      answer: { status: 200 },
    }),
  ),

  // 413, 415
  {
    says: '413 for a body above one megabyte',
    ask: post('/v2/accounts', `<account><email>${'x'.repeat(1_100_000)}</email></account>`),
    answer: fails(413, ['payload_too_large', 'The body is larger than 1048576 bytes. Send less in one request.'], {
      Connection: 'close',
    }),
  },
  {
    says: '415 no_body without a body',
    ask: post('/v2/accounts'),
    answer: fails(415, ['no_body', 'An XML-formatted body is required for this API method, but none was given.']),
  },
  { says: '415 no_body when the body is blank', ask: post('/v2/accounts', ' \n'), answer: fails(415, ['no_body']) },
  ...['application/json', 'text/xml', 'application/xml; charset=iso-8859-1'].map(
    (type): Row => ({
      says: `415 for Content-Type: ${type}`,
      ask: post('/v2/accounts', ADA, { headers: { 'Content-Type': type } }),
      answer: fails(415, [
        'unsupported_media_type',
        'The body must be sent as Content-Type: application/xml; charset=utf-8.',
      ]),
    }),
  ),
  {
    says: '415 for a compressed body',
    ask: post('/v2/accounts', ADA, { headers: { 'Content-Encoding': 'gzip' } }),
    answer: fails(415, ['unsupported_media_type', /./, 'Send the body without Content-Encoding']),
  },
  ...[undefined, 'application/xml', 'application/xml; charset=UTF-8', 'application/xml;charset="utf-8"'].map(
    (type): Row => ({
      says: `Content-Type: ${type ?? 'none'} is read`,
      ask: post('/v2/accounts', ADA, { headers: { 'Content-Type': type } }),
      answer: { status: 201 },
    }),
  ),
  {
    says: 'Content-Type on GET is ignored',
    ask: get('/v2/accounts', { headers: { 'Content-Type': 'application/pdf' } }),
    answer: { status: 200 },
  },
  {
    says: 'Content-Type on DELETE is ignored',
    before: accounts('ada'),
    ask: del('/v2/accounts/ada', { headers: { 'Content-Type': 'text/plain' } }),
    answer: { status: 204 },
  },

  // 422
  {
    says: '422 with every validation error, field by field',
    ask: post(
      '/v2/accounts',
      `<account><email>ada</email><tax_exempt>maybe</tax_exempt><username>${'x'.repeat(256)}</username></account>`,
    ),
    answer: {
      status: 422,
      errors: [
        'account.email invalid_email is not a valid email address',
        'account.tax_exempt inclusion is not included in the list',
        'account.username too_long is too long (maximum is 255 characters)',
        "account.account_code blank can't be blank",
      ],
    },
  },

  // The order of the checks: the first one that fails determines the response.
  {
    says: 'path before credentials',
    ask: get('/v2/shoes', { as: 'anonymous' }),
    answer: fails(404, ['not_found', 'There is nothing at /v2/shoes. /docs lists the addresses of this API.']),
  },
  {
    says: 'method before credentials',
    ask: del('/v2/accounts', { as: 'anonymous' }),
    answer: fails(405, ['method_not_allowed']),
  },
  {
    says: 'standing before permissions',
    site: { mode: 'production', standing: 'suspended' },
    ask: del('/v2/accounts/ada', { as: 'readOnly' }),
    answer: fails(402, ['payment_required']),
  },
  {
    says: 'permissions before limit',
    site: { requests_per_minute: 1 },
    before: Array.from({ length: 5 }, () => get('/v2/accounts')),
    ask: del('/v2/accounts/ada', { as: 'readOnly' }),
    answer: fails(403, ['forbidden'], { 'X-RateLimit-Remaining': '0' }),
  },
  {
    says: 'limit before version',
    site: { requests_per_minute: 1 },
    before: Array.from({ length: 5 }, () => get('/v2/accounts')),
    ask: get('/v2/accounts', { version: 'x' }),
    answer: fails(429, ['too_many_requests']),
  },
  {
    says: 'version before Accept',
    ask: get('/v2/accounts', { version: 'x', headers: { Accept: 'text/html' } }),
    answer: fails(400, ['invalid_api_version']),
  },
  {
    says: 'Accept before Content-Type',
    ask: post('/v2/accounts', ADA, { headers: { Accept: 'text/html', 'Content-Type': 'text/html' } }),
    answer: fails(406, ['not_acceptable']),
  },
  {
    says: 'Content-Type before XML',
    ask: post('/v2/accounts', '<', { headers: { 'Content-Type': 'text/html' } }),
    answer: fails(415, ['unsupported_media_type']),
  },
  { says: 'XML before the record', ask: put('/v2/accounts/unknown', '<'), answer: fails(400, ['invalid_xml']) },
];

export const requestRows: readonly Row[] = [
  {
    says: 'the request id is the one sent by the client',
    ask: get('/v2/accounts', { headers: { 'X-Request-Id': 'order-7.a' } }),
    answer: { status: 200, headers: { 'X-Request-Id': 'order-7.a' } },
  },
  {
    says: 'an id that contains a card number is replaced',
    ask: get('/v2/accounts', { headers: { 'X-Request-Id': 'order-4111-1111-1111-1111' } }),
    answer: { status: 200, headers: { 'X-Request-Id': /^[0-9a-f]{32}$/ } },
  },
  {
    says: 'a malformed id is replaced',
    ask: get('/v2/accounts', { headers: { 'X-Request-Id': 'a b<c>' } }),
    answer: { status: 200, headers: { 'X-Request-Id': /^[0-9a-f]{32}$/ } },
  },
  {
    says: 'links use the host that the client called',
    before: accounts('ada'),
    ask: get('/v2/accounts/ada', { headers: { Host: 'billing.example.com:8443' } }),
    answer: { status: 200, body: /<account href="http:\/\/billing\.example\.com:8443\/v2\/accounts\/ada">/ },
  },
  {
    says: 'the headers of an untrusted proxy are ignored',
    before: accounts('ada'),
    ask: get('/v2/accounts/ada', { headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' } }),
    answer: { status: 200, body: /<account href="http:\/\/127/ },
  },
  {
    says: 'an unchanged record is 304',
    before: [...accounts('ada'), get('/v2/accounts/ada')],
    ask: (earlier) => get('/v2/accounts/ada', { headers: { 'If-None-Match': String(earlier.at(-1)?.headers.etag) } }),
    answer: { status: 304, body: '', headers: { ETag: /^"[0-9a-f]{32}"$/, 'Content-Type': null } },
  },
  {
    says: 'a weak tag in a list matches too',
    before: [...accounts('ada'), get('/v2/accounts/ada')],
    ask: (earlier) =>
      get('/v2/accounts/ada', { headers: { 'If-None-Match': `"x", W/${earlier.at(-1)?.headers.etag}` } }),
    answer: { status: 304 },
  },
  {
    says: 'any tag matches *',
    before: accounts('ada'),
    ask: get('/v2/accounts/ada', { headers: { 'If-None-Match': '*' } }),
    answer: { status: 304 },
  },
  {
    says: 'a changed record is 200',
    before: [...accounts('ada'), get('/v2/accounts/ada'), put('/v2/accounts/ada', EMAIL)],
    ask: (earlier) => get('/v2/accounts/ada', { headers: { 'If-None-Match': String(earlier.at(1)?.headers.etag) } }),
    answer: { status: 200, headers: { ETag: /^"[0-9a-f]{32}"$/ } },
  },
  {
    says: 'an error has no ETag',
    ask: get('/v2/accounts/unknown', { headers: { 'If-None-Match': '*' } }),
    answer: { status: 404, headers: { ETag: null } },
  },
  {
    says: 'messages are English whatever the client asks for',
    ask: get('/v2/accounts/unknown', { headers: { 'Accept-Language': 'fr-FR, de;q=0.5' } }),
    answer: { status: 404, headers: { 'Content-Language': 'en-US' }, error: ['not_found'] },
  },
];
