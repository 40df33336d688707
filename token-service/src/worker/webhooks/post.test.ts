import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readWebhookNetworks } from '../../runtime/webhook-networks.ts';
import type { Resolve } from './guarded-lookup.ts';
import { openPoster, type Poster } from './post.ts';

const open: (Server | Poster)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) {
    if ('closeAllConnections' in each) each.closeAllConnections();
    each.close();
  }
});

const receiver = async (answer: RequestListener): Promise<number> => {
  const server = createServer(answer);
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};
const poster = (options: Parameters<typeof openPoster>[0] = {}): Poster => {
  const made = openPoster(options);
  open.push(made);
  return made;
};
const post = (made: Poster, url: string, loopback = true) =>
  made.post(url, { headers: { 'X-Test': 'yes' }, body: '<a>ü</a>', loopback });

describe('a request', () => {
  test('carries body and headers, and returns the status with the beginning of the response', async () => {
    let seen = {};
    const port = await receiver((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen = { method: request.method, url: request.url, body, test: request.headers['x-test'] };
        response.writeHead(503, { 'Retry-After': '30' }).end('x'.repeat(3000));
      });
    });
    const result = await post(poster(), `http://127.0.0.1:${port}/hook?a=1`);
    expect(seen).toEqual({ method: 'POST', url: '/hook?a=1', body: '<a>ü</a>', test: 'yes' });
    expect(result).toEqual({ status: 503, error: null, response: 'x'.repeat(1000), retryAfter: '30' });
  });

  test('does not follow a redirect', async () => {
    let requests = 0;
    const port = await receiver((_request, response) => {
      requests += 1;
      response.writeHead(302, { Location: '/other' }).end();
    });
    expect(await post(poster(), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
    expect(requests).toBe(1);
  });

  test('that is answered with another protocol ends, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await receiver((request) => {
      request.socket.on('close', () => closed.resolve());
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
    });
    const result = await post(poster(), `http://127.0.0.1:${port}/`);
    expect(result).toEqual({ status: 101, error: null, response: null, retryAfter: undefined });
    await closed.promise;
  });

  test('reads no more than 64 kB of an endless response, and counts its status', async () => {
    let closed = false;
    const port = await receiver((_request, response) => {
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('y'.repeat(16_384)));
        response.once('drain', write);
      };
      write();
    });
    expect(await post(poster(), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, error: null });
    await expect.poll(() => closed).toBe(true);
  });

  test('without a response in time, to a closed port or to an unknown host fails', async () => {
    const port = await receiver(() => {});
    expect(await post(poster({ timeout: 50 }), `http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      error: 'no response within 5 seconds',
    });
    expect(await post(poster(), 'http://127.0.0.1:9/')).toMatchObject({ error: 'the connection was refused' });
    const resolve: Resolve = (_host, done) => done(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), []);
    expect(await post(poster({ resolve }), 'http://shop.example/')).toMatchObject({ error: 'the host is unknown' });
  });

  test('after a status in time succeeds although the body does not end', async () => {
    const port = await receiver((_request, response) => void response.writeHead(200).write('ok'));
    expect(await post(poster({ timeout: 2000 }), `http://127.0.0.1:${port}/`)).toMatchObject({
      status: 200,
      response: 'ok',
    });
  });
});

describe('addresses that are not public', () => {
  const refused = { status: null, error: 'the address is private, local or reserved, or the port is not 80 or 443' };
  const resolving =
    (...addresses: string[]): Resolve =>
    (_host, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://[fd00::1]/',
  ])('%s is refused in production without a connection', async (url) => {
    expect(await post(poster(), url, false)).toMatchObject(refused);
  });

  test('a name that resolves to one is refused, also among public ones', async () => {
    expect(await post(poster({ resolve: resolving('10.0.0.5') }), 'http://shop.example/', false)).toMatchObject(
      refused,
    );
    const both = poster({ resolve: resolving('8.8.8.8', '::1') });
    expect(await post(both, 'https://shop.example/', false)).toMatchObject(refused);
    // A sandbox may reach this machine, and no other one of its network.
    expect(await post(poster({ resolve: resolving('192.168.0.1') }), 'http://shop.example/')).toMatchObject(refused);
  });

  test('public ones are reached at the standard ports only, except from a sandbox', async () => {
    expect(await post(poster(), 'https://8.8.8.8:8443/', false)).toMatchObject(refused);
    const made = poster({ resolve: resolving('8.8.8.8') });
    expect(await post(made, 'https://shop.example:8443/', false)).toMatchObject(refused);
  });

  test('are reached in production where the operator opens their network or host, at its ports', async () => {
    const port = await receiver((_request, response) => response.end('ok'));
    const networks = (setting: string) => readWebhookNetworks(setting);
    const resolve = resolving('127.0.0.1');
    for (const setting of [`127.0.0.0/8:${port}`, `shop.internal:${port}`, 'shop.internal:*']) {
      const made = poster({ resolve, ...networks(setting) });
      expect(await post(made, `http://shop.internal:${port}/`, false), setting).toMatchObject({ response: 'ok' });
      expect(await post(made, `http://other.internal:${port + 1}/`, false), setting).toMatchObject(refused);
    }
    const literal = poster(networks(`127.0.0.1:${port}`));
    expect(await post(literal, `http://127.0.0.1:${port}/`, false)).toMatchObject({ response: 'ok' });
    expect(await post(literal, `http://127.0.0.2:${port}/`, false)).toMatchObject(refused);
    // A name of that port is looked up, and what it resolves to is checked.
    const other = poster({ resolve: resolving('8.8.8.8'), ...networks(`10.0.0.0/8:${port}`) });
    expect(await post(other, `http://shop.example:${port}/`, false)).toMatchObject(refused);
  });

  test('the address that was checked is the one that is connected to: a second look-up gains nothing', async () => {
    let requests = 0;
    const port = await receiver((_request, response) => {
      requests += 1;
      response.end();
    });
    let lookups = 0;
    // First this machine, which a sandbox may reach; afterwards a private address.
    const resolve: Resolve = (host, done) => {
      lookups += 1;
      resolving(lookups === 1 ? '127.0.0.1' : '10.0.0.1')(host, done);
    };
    const made = poster({ resolve });
    expect(await post(made, `http://shop.example:${port}/`)).toMatchObject({ status: 200 });
    // The connection is kept, to the address that was checked.
    expect(await post(made, `http://shop.example:${port}/`)).toMatchObject({ status: 200 });
    expect([requests, lookups]).toEqual([2, 1]);
    // A new connection is checked again.
    expect(await post(made, `http://shop.example:${port + 1}/`)).toMatchObject(refused);
  });
});
