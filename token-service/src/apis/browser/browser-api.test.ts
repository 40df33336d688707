import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { ADDRESS_REQUESTS_PER_MINUTE, anonymousLimits } from '../../http/limits/anonymous.ts';
import { memoryLimiter } from '../../http/limits/memory-limiter.ts';
import { noLimits, type RateLimiter } from '../../http/limits/rate-limiter.ts';
import { loggedAddress } from '../../http/logged-address.ts';
import { subscriber } from '../../runtime/network-address.ts';
import { ACCOUNT, ADA, openBrowserOrigin } from './browser-origin.fixture.ts';

/** Sends bytes as they are and reads until the server ends the connection. */
const raw = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
};

const FORM = 'Content-Type: application/x-www-form-urlencoded';

describe('every answer', () => {
  test.each([
    ['of a token', '/js/v1/token', { method: 'POST', body: new URLSearchParams(ADA) }],
    ['of a refusal', '/js/v1/token', { method: 'POST', body: new URLSearchParams({}) }],
    ['of a look-up', '/js/v1/bank?key=demo-public-key&routing_number=123456780', {}],
  ])('%s can be read by any page and is kept by none', async (_, path, init) => {
    const { url } = await openBrowserOrigin();
    const { headers } = await fetch(url + path, init);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    for (const absent of ['set-cookie', 'access-control-allow-credentials', 'x-powered-by']) {
      expect(headers.has(absent)).toBe(false);
    }
  });

  test('to a preflight allows what the address does', async () => {
    const { url } = await openBrowserOrigin();
    const { status, headers } = await fetch(`${url}/js/v1/token`, { method: 'OPTIONS' });
    expect([status, headers.get('Access-Control-Allow-Methods'), headers.get('Access-Control-Allow-Origin')]).toEqual([
      204,
      'POST',
      '*',
    ]);
  });
});

describe('a request that cannot be', () => {
  test.each([
    ['GET', '/js/v1/token', 405, 'api-error'],
    ['PUT', '/js/v1/tokens', 405, 'api-error'],
    ['POST', '/js/v1/bank', 405, 'api-error'],
    ['GET', '/js/v1/tokens/a/b', 404, 'not-found'],
    ['POST', '/js/v1/token/', 404, 'not-found'],
    ['GET', '/js/v1/', 404, 'not-found'],
  ])('%s %s is answered %i %s', async (method, path, status, code) => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(url + path, { method });
    expect([response.status, (await response.json()).error.code]).toEqual([status, code]);
    if (status === 405) expect(response.headers.get('Allow')).toMatch(/^(GET|POST), OPTIONS$/);
  });

  test('is answered in plain words outside of the API', async () => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(`${url}/v1/other.js`);
    expect([response.status, await response.text()]).toEqual([
      404,
      'There is nothing at this address. The library is at /v1/service.js.',
    ]);
  });
});

describe('a body', () => {
  test.each([
    ['application/json', JSON.stringify(ADA)],
    ['text/plain', new URLSearchParams(ADA).toString()],
    ['', new URLSearchParams(ADA).toString()],
  ])('of the type %j is refused', async (type, body) => {
    const { url } = await openBrowserOrigin();
    const response = await fetch(`${url}/js/v1/token`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: new Blob([body]),
    });
    expect([response.status, (await response.json()).error.message]).toEqual([
      415,
      'Send the fields as Content-Type: application/x-www-form-urlencoded.',
    ]);
  });

  test.each([8200, 30_000, 1_000_000])('of %i bytes is refused, and the answer arrives', async (bytes) => {
    const { post } = await openBrowserOrigin();
    const response = await post('/js/v1/token', { ...ADA, city: 'x'.repeat(bytes) });
    expect([response.status, (await response.json()).error.code]).toEqual([413, 'api-error']);
  });

  test('that comes in pieces is one', async () => {
    const { port } = await openBrowserOrigin();
    const body = new URLSearchParams(ADA).toString();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /js/v1/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${FORM}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (const piece of body.match(/.{1,20}/g) ?? []) {
      await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
    }
    expect(await text(socket)).toContain('"last_four":"1111"');
  });

  test('that was read leaves the connection open, whatever is answered', async () => {
    const { port } = await openBrowserOrigin();
    const head = `POST /js/v1/token HTTP/1.1\r\nHost: a\r\n${FORM}\r\n`;
    const wrong = new URLSearchParams({ ...ADA, number: 'wrong' }).toString();
    const right = new URLSearchParams(ADA).toString();
    const answers = await raw(
      port,
      `${head}Content-Length: ${wrong.length}\r\n\r\n${wrong}${head}Content-Length: ${right.length}\r\nConnection: close\r\n\r\n${right}`,
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 422', 'HTTP/1.1 200']);
  });

  test('that stops arriving is refused, and the connection with it', async () => {
    const { port } = await openBrowserOrigin({ form: { bytes: 8192, milliseconds: 50 } });
    const answer = await raw(
      port,
      `POST /js/v1/token HTTP/1.1\r\nHost: a\r\n${FORM}\r\nContent-Length: 100\r\n\r\nkey=`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  test('whose client goes away costs nothing', async () => {
    const { port, token, lines } = await openBrowserOrigin();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST /js/v1/token HTTP/1.1\r\nHost: a\r\n${FORM}\r\nContent-Length: 100\r\n\r\nkey=`);
    socket.destroy();
    await once(socket, 'close');
    expect((await token(ADA)).status).toBe(200);
    expect(lines.filter((line) => 'error' in line)).toEqual([]);
  });

  test('may have signs that are no form at all', async () => {
    const { url } = await openBrowserOrigin();
    for (const body of ['%', '&&&===', '%zz=1&key=%E0%A4%A', '__proto__=1&constructor=2&toString=3', '\u0000']) {
      const response = await fetch(`${url}/js/v1/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      });
      expect([response.status, (await response.json()).error.code]).toEqual([403, 'invalid-public-key']);
    }
  });

  test('may name a field twice; the last one counts', async () => {
    const { url } = await openBrowserOrigin();
    const body = new URLSearchParams([...Object.entries(ADA), ['number', '5555555555554444']]);
    const response = await fetch(`${url}/js/v1/token`, { method: 'POST', body });
    expect((await response.json()).card.brand).toBe('master');
  });
});

/** A site whose limits are three posts of an address and five well-formed ones of all. */
const NARROW = { ...ADA, key: 'narrow-key' };

describe('the limits of token posts', () => {
  const open = async (more: Parameters<typeof openBrowserOrigin>[0] = {}) => {
    const origin = await openBrowserOrigin({ trustProxy: true, ...more });
    const from = async (address: string, fields: Record<string, string> = NARROW, path = '/js/v1/token') =>
      (await origin.post(path, fields, { headers: { 'X-Forwarded-For': address } })).status;
    return { ...origin, from };
  };

  test('refuse an address that posts too often, and tell when it may again', async () => {
    const { token, post, pass, alerts } = await openBrowserOrigin();
    for (let i = 0; i < 3; i++) expect((await token({ ...NARROW, number: 'wrong' })).status).toBe(422);
    const response = await post('/js/v1/token', { ...NARROW, number: 'wrong' });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await response.json()).toEqual({
      error: { code: 'too-many-requests', message: 'Too many requests. Try again in 60 seconds.' },
    });
    expect(alerts).toEqual([]);
    pass(60_000);
    expect((await token(NARROW)).status).toBe(200);
  });

  test('refuse a sixth card with the key, from wherever, and alert the site', async () => {
    const { from, alerts, kept } = await open();
    const statuses: number[] = [];
    for (let i = 1; i <= 6; i++) statuses.push(await from(`198.51.100.${i}`));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(kept).toHaveLength(5);
    expect(alerts).toEqual([{ site: 'narrow', setting: 'tokens_per_minute', limit: 5, correlation: 'an-id' }]);
  });

  test('alert the site when one address posts too many cards', async () => {
    const { from, alerts } = await open();
    const statuses: number[] = [];
    for (let i = 1; i <= 4; i++) statuses.push(await from('198.51.100.1'));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(alerts).toEqual([{ site: 'narrow', setting: 'tokens_per_address', limit: 3, correlation: 'an-id' }]);
  });

  test.each<[string, string, Record<string, string>]>([
    ['empty posts', '/js/v1/token', { key: 'narrow-key' }],
    ['cards that cannot be', '/js/v1/token', { ...NARROW, number: '4111111111111112' }],
    ['cards without a name', '/js/v1/token', { ...NARROW, first_name: '' }],
    ['empty bank accounts', '/js/v1/tokens', { key: 'narrow-key' }],
    ['wallet agreements of no buyer', '/js/v1/wallet/agreements', { key: 'narrow-key' }],
  ])('count %s against their addresses alone', async (_, path, fields) => {
    const { from, alerts } = await open();
    const statuses = new Set<number>();
    for (let i = 1; i <= 11; i++) statuses.add(await from(`203.0.113.${i}`, fields, path));
    expect([...statuses]).toEqual([422]);
    const honest = { '/js/v1/token': NARROW, '/js/v1/tokens': ACCOUNT, '/js/v1/wallet/agreements': { buyer: 'ada' } }[
      path
    ];
    expect(await from('198.51.100.1', { ...honest, key: 'narrow-key' }, path)).toBe(200);
    expect(alerts).toEqual([]);
  });

  test('count posts without a key that a site has', async () => {
    const { from } = await open();
    for (let i = 0; i < 300; i++) expect(await from('198.51.100.1', {})).toBe(403);
    expect(await from('198.51.100.1', {})).toBe(429);
    expect(await from('198.51.100.1', NARROW)).toBe(200);
    expect(await from('198.51.100.2', {})).toBe(403);
  });

  test('are those of the site', async () => {
    const { from } = await open();
    for (let i = 0; i < 4; i++) await from('198.51.100.1');
    expect(await from('198.51.100.1', ADA)).toBe(200);
    for (let i = 0; i < 310; i++) expect(await from('198.51.100.1', { ...ADA, key: 'unlimited-key' })).toBe(200);
  });

  test('believe the proxy alone, not what its client wrote before it', async () => {
    const { from } = await open();
    const statuses: number[] = [];
    for (let i = 1; i <= 4; i++) statuses.push(await from(`203.0.113.${i}, 198.51.100.7`));
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('do not believe a client that names another address', async () => {
    const { from } = await open({ trustProxy: false });
    const statuses: number[] = [];
    for (let i = 1; i <= 4; i++) statuses.push(await from(`198.51.100.${i}`));
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('can be off', async () => {
    const { token } = await openBrowserOrigin({ limiter: noLimits });
    for (let i = 0; i < 10; i++) expect((await token(NARROW)).status).toBe(200);
  });
});

describe('the limits of look-ups', () => {
  const tax = 'key=demo-public-key&country=DE';

  test('refuse an address that asks too often, on each route of its own', async () => {
    const { url, bank } = await openBrowserOrigin({ limits: { perAddress: 3 } });
    const ask = async () => (await fetch(`${url}/js/v1/tax?${tax}`)).status;
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
    expect((await bank('key=demo-public-key&routing_number=123456780')).status).toBe(200);
  });

  test.each(['tax', 'bank', 'plans/gold'])(
    'of %s count by address, so no crowd of addresses can use up a key',
    async (path) => {
      const names: string[] = [];
      const limiter: RateLimiter = {
        hit: async (name) => {
          names.push(name);
          return { allowed: true, used: 1, wait: 0, reset: 0 };
        },
      };
      const { url } = await openBrowserOrigin({ limiter });
      await fetch(`${url}/js/v1/${path}?key=demo-public-key`);
      expect(names).toEqual([expect.stringMatching(/from\/127\.0\.0\.1$/)]);
    },
  );

  test('bound what an address asks of the whole origin, whatever it is', async () => {
    const clock = testClock('2026-03-15T12:00:00Z');
    const anonymous = anonymousLimits(memoryLimiter(clock), {
      ...ADDRESS_REQUESTS_PER_MINUTE,
      docs: 0,
      unauthorized: 0,
      files: 3,
    });
    for (const [path, init] of [
      ['/v1/service.js', {}],
      ['/js/v1/field.html', {}],
      ['/js/v1/fonts/inter.woff2', {}],
      ['/v1/service.json', {}],
      ['/js/v1/wallet/agreement', {}],
      ['/nothing', {}],
      ['/js/v1/tax?key=unknown', {}],
      ['/js/v1/plans/unknown?key=unknown', {}],
      ['/js/v1/token', { method: 'OPTIONS' }],
      ['/js/v1/token', { method: 'POST', body: new URLSearchParams({}) }],
    ] as const) {
      const { url } = await openBrowserOrigin({ anonymous });
      const ask = async () => fetch(url + path, init);
      for (let i = 0; i < 3; i++) expect((await ask()).status).not.toBe(429);
      const refused = await ask();
      expect([path, refused.status, refused.headers.get('Retry-After')]).toEqual([path, 429, '60']);
      clock.advance({ minutes: 1 });
    }
  });

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('know the subscriber behind %s: %s', (address, expected) => {
    expect(subscriber(address)).toBe(expected);
  });
});

test('what is not expected answers 500 with an id that is in the log, and nothing else', async () => {
  const vault = {
    present: () => {
      throw new Error('the disk is on fire');
    },
    keep: async () => '',
  };
  const { token, lines } = await openBrowserOrigin({ vault });
  const { status, body } = await token(ADA);
  expect([status, JSON.stringify(body)]).toEqual([500, expect.stringContaining('give this id: an-id')]);
  expect(JSON.stringify(body)).not.toContain('fire');
  expect(lines).toContainEqual(expect.objectContaining({ request_id: 'an-id', route: 'card token' }));
});

test('the log has one line for each request, without address, query or fields', async () => {
  const { token, bank, lines } = await openBrowserOrigin();
  await token(ADA);
  await bank('key=demo-public-key&routing_number=123456780');
  expect(lines).toEqual([
    { route: 'card token', method: 'POST', status: 200, milliseconds: 0, request_id: 'an-id', site: 'demo' },
    { route: 'bank info', method: 'GET', status: 200, milliseconds: 0, request_id: 'an-id', site: 'demo' },
  ]);
});

test('the address of a client is logged, truncated, where a key or a rate is refused', async () => {
  const { post, lines } = await openBrowserOrigin({
    trustProxy: true,
    loggedAddress: loggedAddress('truncated', Buffer.alloc(32, 7)),
  });
  const headers = { 'X-Forwarded-For': '4111111111111111, 198.51.100.77' };
  for (const key of ['unknown', ...Array(4).fill('narrow-key')]) {
    await (await post('/js/v1/token', { ...ADA, key }, { headers })).text();
  }
  expect(lines.map((line) => [Reflect.get(line, 'status'), Reflect.get(line, 'address')])).toEqual([
    [403, '198.51.100.0/24'],
    [200, undefined],
    [200, undefined],
    [200, undefined],
    [429, '198.51.100.0/24'],
  ]);
});
