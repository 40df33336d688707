import { type Expected, fails, get, post, type Row } from './row.ts';

const OFFERED = Array.from({ length: 28 }, (_, i) => `2.${i + 2}`)
  .filter((version) => version !== '2.23')
  .join(', ');
const SUPPORTED: Expected['headers'] = { 'Service-Deprecated': null, 'Service-Sunset-Date': null };
const ENDED: Expected['headers'] = { 'Service-Deprecated': 'TRUE', 'Service-Sunset-Date': '2019-11-01T00:00:00Z' };
const served = (version: string, headers: Expected['headers']): Expected => ({
  status: 200,
  headers: { 'X-Api-Version': version, ...headers },
});
const ada = (more: string) => post('/v2/accounts', `<account><account_code>ada</account_code>${more}</account>`);

/** The rules of `X-Api-Version`: supported, deprecated and ended versions, and the fields and endpoints of each. */
export const versionRows: readonly Row[] = [
  { says: '2.29 is supported', ask: get('/v2/accounts', { version: '2.29' }), answer: served('2.29', SUPPORTED) },
  { says: '2.19 is supported', ask: get('/v2/accounts', { version: '2.19' }), answer: served('2.19', SUPPORTED) },
  { says: '2.7 is supported', ask: get('/v2/accounts', { version: '2.7' }), answer: served('2.7', SUPPORTED) },
  {
    says: 'no header is 2.0, which a sandbox still serves',
    ask: get('/v2/accounts', { version: null }),
    answer: served('2.0', ENDED),
  },
  {
    says: 'no header on a production site is 2.0, which has ended',
    site: { mode: 'production' },
    ask: get('/v2/accounts', { version: null }),
    answer: fails(400, ['invalid_api_version', 'The API version 2.0 ended on 2019-11-01. Send X-Api-Version: 2.29.']),
  },
  ...['2.0', '2.1', '2.2', '2.6'].flatMap((version): Row[] => [
    {
      says: `${version} on a sandbox site carries both deprecation headers`,
      ask: get('/v2/accounts', { version }),
      answer: served(version, ENDED),
    },
    {
      says: `${version} on a production site has ended`,
      site: { mode: 'production' },
      ask: get('/v2/accounts', { version }),
      answer: fails(
        400,
        ['invalid_api_version', `The API version ${version} ended on 2019-11-01. Send X-Api-Version: 2.29.`],
        { 'X-Api-Version': version, ...ENDED },
      ),
    },
  ]),
  {
    says: 'a production site may be configured to serve ended versions',
    site: { mode: 'production', ended_versions: 'serve' },
    ask: get('/v2/accounts', { version: '2.6' }),
    answer: served('2.6', ENDED),
  },
  {
    says: 'a sandbox site may be configured to refuse them',
    site: { ended_versions: 'refuse' },
    ask: get('/v2/accounts', { version: '2.6' }),
    answer: fails(400, ['invalid_api_version']),
  },
  {
    says: 'before their end they were deprecated everywhere',
    site: { mode: 'production' },
    ask: get('/v2/accounts', { version: '2.6', at: '2019-10-31T23:59:59Z' }),
    answer: served('2.6', ENDED),
  },
  {
    says: 'before their deprecation they were supported',
    site: { mode: 'production' },
    ask: get('/v2/accounts', { version: '2.6', at: '2019-04-30T23:59:59Z' }),
    answer: served('2.6', SUPPORTED),
  },
  {
    says: 'two years after the release 2.19 is supported to the last second',
    ask: get('/v2/accounts', { at: '2028-11-19T23:59:59Z' }),
    answer: served('2.19', SUPPORTED),
  },
  {
    says: 'after that it is deprecated, with two more years to go',
    site: { mode: 'production' },
    ask: get('/v2/accounts', { at: '2028-11-20T00:00:00Z' }),
    answer: served('2.19', { 'Service-Deprecated': 'TRUE', 'Service-Sunset-Date': '2030-11-20T00:00:00Z' }),
  },
  {
    says: 'an error also reports a deprecated version',
    ask: get('/v2/accounts/unknown', { version: '2.6' }),
    answer: fails(404, ['not_found'], { 'X-Api-Version': '2.6', ...ENDED }),
  },
  {
    says: '2.23, which no client names, is served as 2.22',
    ask: get('/v2/accounts', { version: '2.23' }),
    answer: served('2.22', SUPPORTED),
  },
  ...['2.29', '2.30', '2.99', '2.100000000000000000000'].map(
    (version): Row => ({
      says: `${version} is served as 2.29`,
      ask: get('/v2/accounts', { version }),
      answer: served('2.29', SUPPORTED),
    }),
  ),
  {
    says: 'a site may refuse versions newer than 2.29',
    site: { unknown_versions: 'refuse' },
    ask: get('/v2/accounts', { version: '2.30' }),
    answer: fails(
      400,
      [
        'invalid_api_version',
        'The API version 2.30 is not valid. Send X-Api-Version: 2.29.',
        `Versions offered: ${OFFERED}`,
      ],
      { 'X-Api-Version': null },
    ),
  },
  ...['2', '3.0', '1.9', 'v2.19', '2.x', '2.07', '2.1.1', 'latest', '-2.19'].map(
    (version): Row => ({
      says: `${version} is no version`,
      ask: get('/v2/accounts', { version }),
      answer: fails(
        400,
        [
          'invalid_api_version',
          `The API version ${version} is not valid. Send X-Api-Version: 2.29.`,
          `Versions offered: ${OFFERED}`,
        ],
        { 'X-Api-Version': null, 'X-RateLimit-Limit': '2000' },
      ),
    }),
  ),

  // Gates.
  {
    says: 'an endpoint newer than the version is 400, and says which has it',
    ask: get('/v2/accounts/ada/child_accounts', { version: '2.18' }),
    answer: fails(400, [
      'unavailable_in_api_version',
      'This address exists from API version 2.19 on, and the request has version 2.18. Send X-Api-Version: 2.19 or later.',
    ]),
  },
  {
    says: 'an element newer than the version is not rendered',
    ask: { ...ada(''), version: '2.10' },
    answer: { status: 201, body: /^(?!.*preferred_locale)/s },
  },
  {
    says: 'an element is rendered from its version on',
    ask: { ...ada(''), version: '2.11' },
    answer: { status: 201, body: /<preferred_locale nil="nil"\/>/ },
  },
  {
    says: 'an element newer than the version is not accepted',
    ask: { ...ada('<preferred_locale>de-DE</preferred_locale>'), version: '2.10' },
    answer: fails(400, [
      'invalid_xml',
      /./,
      'Unacceptable tag &lt;preferred_locale&gt;: it needs X-Api-Version 2.11 or later',
    ]),
  },
  {
    says: 'a country is any text before 2.8',
    ask: { ...ada('<address><country>Atlantis</country></address>'), version: '2.7' },
    answer: { status: 201 },
  },
  {
    says: 'a country is two letters of ISO 3166 from 2.8 on',
    ask: { ...ada('<address><country>Atlantis</country></address>'), version: '2.8' },
    answer: { status: 422, errors: ['account.address.country inclusion is not included in the list'] },
  },
];
