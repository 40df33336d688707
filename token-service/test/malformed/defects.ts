import type { RawRequest } from './send.ts';

/** A way in which a request is malformed. Undefined where it does not apply. */
export interface Defect {
  readonly name: string;
  readonly of: (path: string, sound: Readonly<Record<string, string>>) => RawRequest | undefined;
}

const FORM = 'application/x-www-form-urlencoded';

const CODE = 'a-code';

/** A path of a router with a value for each parameter. */
export const filled = (path: string, value = CODE): string => {
  const address = path.replace(/\{\/?\*(\w+)\}/g, '$1').replace(/\/:\w+/g, () => `/${value}`);
  return address.endsWith('/') && address !== '/' ? address + value : address;
};

const PARTS = [
  '%zz',
  '%',
  '%00',
  '%ff',
  '%ED%A0%80',
  'a%2Fb',
  '..%2f..',
  '%2e%2e',
  '%F0%9F%98%80',
  "'%22%3C%3E;",
  '%25',
];
const METHODS = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'QUERY'];
const HOSTS = ['a!b', 'a b', 'x@y', 'é', '[::', 'a:99999', 'a,b', '%', ':', 'a'.repeat(5000)];
const COOKIES = [
  'account_session=%zz',
  'account_session=é',
  '__Secure-account_session=;;==',
  'account_session="',
  ';;;=;=',
  `account_session=${'x'.repeat(4000)}`,
];
const QUERIES = [
  '%zz',
  '=&&&%',
  'key=%00',
  'key=%ff&version=%00',
  'cursor=%00',
  'cursor=é',
  'after=%00',
  'done=__proto__',
  'to=%00',
  'sort=constructor&order=__proto__&per_page=1e9',
  'begin_time=%00',
  'state=toString&type=constructor',
  'key=demo-public-key&version=1.0.0&country=%00&postal_code=%00&tax_code=%00&routing_number=%00',
  'v=%00&v=1',
];
const FORMS = [
  'form_key=%C3%A9',
  'form_key=%ff&form_id=%00',
  '%zz=%',
  '=',
  '&&&',
  '__proto__=1&constructor=2',
  `form_key=${'%C3%A9'.repeat(43)}`,
  'key=demo-public-key&number=%00&month=é&year=&cvv=%ff',
  'key=%00',
  'key=demo-public-key&action_token_id=%00&decision=__proto__',
  'key=demo-public-key&buyer=%00&account_number=%ff',
  'a'.repeat(4000),
];
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Accept', ';;q=x,,/'],
  ['Accept-Language', 'zz-zz-zz-zz, é, *;q=é, a'],
  ['Accept-Encoding', ';q=,br;q=x,é'],
  ['Authorization', 'Basic é'],
  ['Authorization', 'Basic ////'],
  ['Authorization', 'Bearer \u00ff'],
  ['X-Api-Version', '2.é'],
  ['X-Api-Version', 'constructor'],
  ['If-None-Match', '"é", W/, *'],
  ['Content-Type', ';;;'],
  ['Content-Length', '0'],
  ['Origin', 'http://['],
  ['Sec-Fetch-Site', 'é'],
  ['Referer', 'http://['],
  ['X-Forwarded-For', '[::, é:1:2'],
  ['X-Forwarded-Host', 'a!b'],
  ['X-Forwarded-Proto', 'é'],
  ['Forwarded', 'for=é;;'],
  ['X-Request-Id', 'é'],
  ['Idempotency-Key', 'é'],
  ['Range', 'bytes=é'],
  ['Expect', 'é'],
  ['Stripe-Signature', 't=,v1=é'],
  ['Access-Control-Request-Headers', 'é,,'],
];
const BODIES = ['', '<', '<a b="&#0;">', '\u0000', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '{"a":', 'é'];

/** Every defect with every method that reads it, one at a time. */
export const DEFECTS: readonly Defect[] = [
  ...PARTS.map((part) => ({
    name: `the part ${part}`,
    of: (path: string, headers: Readonly<Record<string, string>>) =>
      filled(path, part) === filled(path) ? undefined : { path: filled(path, part), headers },
  })),
  ...METHODS.map((method) => ({
    name: `the method ${method}`,
    of: (path: string, headers: Readonly<Record<string, string>>) => ({ method, path: filled(path), headers }),
  })),
  ...HOSTS.map((host) => ({
    name: `the host ${host.slice(0, 20)}`,
    of: (path: string, headers: Readonly<Record<string, string>>) => ({
      path: filled(path),
      headers: { ...headers, Host: host },
    }),
  })),
  ...COOKIES.map((cookie) => ({
    name: `the cookie ${cookie.slice(0, 20)}`,
    of: (path: string, headers: Readonly<Record<string, string>>) => ({
      path: filled(path),
      headers: { ...headers, Cookie: cookie },
    }),
  })),
  ...QUERIES.map((query) => ({
    name: `the query ${query}`,
    of: (path: string, headers: Readonly<Record<string, string>>) => ({ path: `${filled(path)}?${query}`, headers }),
  })),
  ...FORMS.map((body) => ({
    name: `the form ${body.slice(0, 40)}`,
    of: (path: string, headers: Readonly<Record<string, string>>) => ({
      method: 'POST',
      path: filled(path),
      headers: { ...headers, 'Content-Type': FORM, 'Content-Length': String(Buffer.byteLength(body)) },
      body,
    }),
  })),
  ...HEADERS.flatMap(([name, value]) =>
    ['GET', 'POST'].map((method) => ({
      name: `${method} with ${name}: ${value}`,
      of: (path: string, headers: Readonly<Record<string, string>>) => ({
        method,
        path: filled(path),
        headers: { ...headers, [name]: value },
      }),
    })),
  ),
  ...['POST', 'PUT'].flatMap((method) =>
    BODIES.map((body) => ({
      name: `${method} of the body ${body}`,
      of: (path: string, headers: Readonly<Record<string, string>>) => ({
        method,
        path: filled(path),
        headers: { ...headers, 'Content-Type': 'application/xml', 'Content-Length': String(Buffer.byteLength(body)) },
        body,
      }),
    })),
  ),
];

/** Addresses that no router knows, or that cannot be read. */
export const ADDRESSES = [
  '*',
  'http:',
  'http://[',
  'http://x',
  'http://x:y/account',
  'http://x/v2/accounts',
  '//[',
  '//x/account',
  '/%',
  '/account#x',
  '/account/%zz/%zz',
  '/accountx',
  '/account//',
  '/account/..%2f',
  '/v2',
  '/v2/',
  '/v2//',
  '/v2/%zz',
  '/v2/constructor/__proto__',
  '/docs/%zz',
  '/docs/__proto__',
  '/gateways/a/b/c',
  '/gateways/%zz/b',
  '/js/v1/',
  '/js/v1/%zz',
  '/js/v1/plans/%zz',
  '/js/v1/three_d_secure/test-bank/%zz',
  '/js/v1/constructor',
  '/v1/%zz',
  '/health/',
  '/metrics/%',
];
