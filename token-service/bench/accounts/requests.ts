import { DEMO_KEYS } from '../../seed/demo.ts';
import { seededCode } from './seed.ts';

const AUTHORIZATION = `Basic ${Buffer.from(`${DEMO_KEYS.private}:`).toString('base64')}`;
const HEADERS = { Authorization: AUTHORIZATION, Accept: 'application/xml', 'X-Api-Version': '2.19' };

/** A kind of request: builds the bytes of the next one, for any path. */
export interface Kind {
  readonly name: string;
  /** A path of the XML API that serves it. */
  readonly path: () => string;
  readonly bytes: (path: string) => Buffer;
}

const request = (method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): Buffer => {
  const lines = Object.entries({ Host: 'localhost', ...HEADERS, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
};

/**
 * Account codes are UUIDs, as shops use them; sequential codes would make PostgreSQL transactions conflict more often.
 */
const newAccount = (): string =>
  `<account><account_code>${crypto.randomUUID()}</account_code><email>ada@example.com</email>` +
  '<first_name>Ada</first_name><last_name>Lovelace</last_name><company_name>Analytical Engines &amp; Co</company_name>' +
  '<address><address1>1 Market Street</address1><city>San Francisco</city><state>CA</state><zip>94105</zip>' +
  '<country>US</country></address></account>';

const post: Kind = {
  name: 'POST an account',
  path: () => '/v2/accounts',
  bytes(path) {
    const body = newAccount();
    return request('POST', path, { 'Content-Type': 'application/xml', 'Content-Length': `${body.length}` }, body);
  },
};

const getOne = (accounts: number): Kind => ({
  name: 'GET an account',
  path: () => `/v2/accounts/${seededCode(Math.floor(Math.random() * accounts))}`,
  bytes: (path) => request('GET', path, {}),
});

const getPage: Kind = {
  name: 'GET a page of 200',
  path: () => '/v2/accounts?per_page=200',
  bytes: (path) => request('GET', path, {}),
};

/** The most frequent client requests, for a site with the given number of accounts. */
export const kinds = (accounts: number): readonly Kind[] => [post, getOne(accounts), getPage];

/** Returns one response of the XML API as text, and the path and query of the next page, if any. */
export const ask = async (url: string, path: string): Promise<{ text: string; next: string | undefined }> => {
  const response = await fetch(url + path, { headers: HEADERS });
  const text = await response.text();
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  return { text, next: next?.slice(new URL(next).origin.length) };
};
