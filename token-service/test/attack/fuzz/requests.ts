import { DEMO_KEYS } from '../../../seed/demo.ts';
import { endpoints, lists } from '../../../src/apis/xml/endpoints.ts';
import { type Random, seeded } from '../../money/random.ts';
import { bodyOf, damaged } from './bodies.ts';
import { fieldValue, hostile } from './values.ts';

export interface FuzzRequest {
  readonly origin: 'api' | 'browser';
  readonly method: string;
  /** The path as sent, without further encoding. */
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** Ids from earlier responses, so that later requests find records. */
export type Seen = readonly string[];

const unused = {} as Parameters<typeof endpoints>[0];

/** Moving the site clock by centuries runs all due work in between, which takes long and is not a failure. */
const CALLS = [
  ...endpoints(unused),
  ...lists(unused).map((list) => ({ ...list, method: 'GET', body: undefined })),
].filter(({ name }) => name !== 'travel');

/** Builds the request with that number in the run of a seed. */
export const requestOf = (seed: number, number: number, seen: Seen): FuzzRequest => {
  const random = seeded(Math.imul(seed, 1_000_003) + number);
  return random.percent(75) ? apiRequest(random, seen) : browserRequest(random);
};

const apiRequest = (random: Random, seen: Seen): FuzzRequest => {
  const call = random.pick(CALLS)!;
  const { body } = call;
  const xml = body && !(body.optional && random.percent(30)) ? bodyOf(random, body.resource, body.mode) : undefined;
  const named = call.path.replaceAll(/:(\w+)/g, (_, name: string) => segment(random, name, seen));
  // Seeded records are kept, so that later requests find something to sell.
  const path =
    call.method === 'DELETE' ? named.replace(/tideline(-yearly)?|TIDE15|WELCOME5|FIRSTMONTH/, 'gone') : named;
  return {
    origin: 'api',
    method: random.percent(97)
      ? call.method
      : (random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) ?? ''),
    path: random.percent(92) ? path : damagedPath(random, path),
    query: query(
      random,
      'parameters' in call ? (call.parameters ?? []) : 'filters' in call ? (call.filters ?? []) : [],
    ),
    headers: apiHeaders(random, xml !== undefined),
    body: xml === undefined ? undefined : random.percent(75) ? Buffer.from(xml) : damaged(random, xml),
  };
};

const segment = (random: Random, name: string, seen: Seen): string => {
  if (random.percent(6)) return encodeURIComponent(hostile(random).toWellFormed());
  const id = random.pick(seen);
  if (id && /(uuid|id)$/.test(name)) return id;
  return encodeURIComponent(fieldValue(random, name).toWellFormed());
};

const damagedPath = (random: Random, path: string): string => {
  const at = random.below(path.length);
  return `/${path.slice(1, at)}${random.pick(['/', '//', '/../', '%', '%00', '%2F', '%ff', ';', ':', '\\', 'é', ' ', '#', '\u0000', 'a'.repeat(9_000)])}${path.slice(at)}`;
};

const LISTS = ['per_page', 'cursor', 'sort', 'order', 'begin_time', 'end_time', 'state', 'type'];

const query = (random: Random, known: readonly string[]): string[] => {
  if (random.percent(60)) return [];
  return Array.from({ length: 1 + random.below(3) }, () => {
    const name = random.pick([...known, ...LISTS]) ?? '';
    const value = random.percent(50)
      ? fieldValue(random, name)
      : (random.pick([
          '1',
          '200',
          '201',
          'asc',
          'desc',
          'updated_at',
          'created_at',
          '2026-01-01',
          'active',
          'past_due',
        ]) ?? '');
    return random.percent(95) ? `${name}=${encodeURIComponent(value.toWellFormed())}` : `${name}${hostile(random)}`;
  });
};

const VERSIONS = ['2.0', '2.2', '2.6', '2.7', '2.9', '2.10', '2.14', '2.99', '3', 'x'];
const ODD_HEADERS = [
  'Accept-Language',
  'Idempotency-Key',
  'If-None-Match',
  'X-Request-Id',
  'Content-Encoding',
  'X-Forwarded-For',
  'Range',
  'Cookie',
  'Expect',
  'X-HTTP-Method-Override',
];

const apiHeaders = (random: Random, hasBody: boolean): [string, string][] => {
  const key = random.weighed([
    [94, DEMO_KEYS.private],
    [4, DEMO_KEYS.readOnly],
    [2, hostile(random)],
  ]);
  const headers: [string, string][] = [
    ['Authorization', random.percent(98) ? `Basic ${Buffer.from(`${key}:`).toString('base64')}` : hostile(random)],
    [
      'Accept',
      random.percent(96)
        ? 'application/xml'
        : (random.pick(['*/*', 'application/pdf', 'text/html', hostile(random)]) ?? ''),
    ],
    ['X-Api-Version', random.percent(80) ? '2.19' : (random.pick(VERSIONS) ?? '')],
  ];
  if (hasBody)
    headers.push([
      'Content-Type',
      random.percent(95)
        ? 'application/xml; charset=utf-8'
        : (random.pick(['text/xml; charset=utf-7', 'application/json', 'multipart/form-data', hostile(random)]) ?? ''),
    ]);
  if (random.percent(12))
    headers.push([random.pick(ODD_HEADERS) ?? '', random.percent(50) ? hostile(random) : `value-${random.below(20)}`]);
  return headers;
};

const FORMS: Readonly<Record<string, readonly string[]>> = {
  '/js/v1/token': ['number', 'month', 'year', 'cvv', 'first_name', 'last_name', 'address1', 'postal_code', 'country'],
  '/js/v1/tokens': [
    'type',
    'routing_number',
    'account_number',
    'account_number_confirmation',
    'account_type',
    'name_on_account',
    'country',
  ],
  '/js/v1/wallet/agreements': ['buyer', 'description', 'origin'],
};
const LOOKUPS: Readonly<Record<string, readonly string[]>> = {
  '/js/v1/bank': ['routing_number'],
  '/js/v1/tax': ['country', 'postal_code', 'currency', 'tax_code', 'vat_number'],
  '/js/v1/plans/tideline': [],
  '/js/v1/coupons/TIDE15': ['plan_codes', 'plan'],
  '/js/v1/gift_cards/DEMOGIFTUSD00020': [],
  '/v1/service.js': [],
  '/js/v1/field.html': ['key', 'origin'],
  '/js/v1/wallet': ['key', 'origin', 'description'],
  '/health': [],
  '/live': [],
};

const browserRequest = (random: Random): FuzzRequest => {
  const posts = random.percent(65);
  const table = posts ? FORMS : LOOKUPS;
  const path = random.pick(Object.keys(table)) ?? '/';
  const fields = form(random, table[path] ?? []);
  return {
    origin: 'browser',
    method: random.percent(97) ? (posts ? 'POST' : 'GET') : (random.pick(['PUT', 'OPTIONS', 'HEAD', 'DELETE']) ?? ''),
    path: random.percent(92) ? path : damagedPath(random, path),
    query: posts ? [] : fields,
    headers: [
      ...(path.includes('wallet')
        ? []
        : [['Origin', random.percent(80) ? 'http://localhost:4000' : hostile(random)] as const]),
      ...(posts
        ? [['Content-Type', random.percent(95) ? 'application/x-www-form-urlencoded' : hostile(random)] as const]
        : []),
    ],
    body: posts ? (random.percent(85) ? Buffer.from(fields.join('&')) : damaged(random, fields.join('&'))) : undefined,
  };
};

const form = (random: Random, names: readonly string[]): string[] =>
  ['key', 'version', ...names]
    .filter(() => random.percent(90))
    .map((name) => {
      const value =
        name === 'key' && random.percent(95) ? DEMO_KEYS.public : name === 'cvv' ? '123' : fieldValue(random, name);
      return `${name}=${random.percent(97) ? encodeURIComponent(value.toWellFormed()) : hostile(random)}`;
    });
