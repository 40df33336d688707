import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HttpServer, listen, TIMEOUTS, type Timeouts } from './listen.ts';

const open = async (listener: RequestListener, timeouts?: Timeouts): Promise<HttpServer> => {
  const opening = { host: '127.0.0.1', port: 0, setting: 'PORT', ...(timeouts && { timeouts }) };
  const server = await listen(listener, opening);
  onTestFinished(() => server.close(0));
  return server;
};

/** Sends bytes on a connection of their own. Resolves with everything that comes back before the server ends it. */
const send = ({ port }: HttpServer, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

describe('a slow client', () => {
  const SHORT: Timeouts = { headers: 20, request: 20, keepAlive: 60_000, check: 5 };

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf'],
    ['a request at all', ''],
  ])('that does not finish %s gets 408 when its time is over', async (_what, bytes) => {
    const server = await open((request, response) => void request.resume().on('end', () => response.end()), SHORT);
    expect(await send(server, bytes)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test('loses its connection within 20 seconds of beginning its headers', () => {
    expect(TIMEOUTS.headers + TIMEOUTS.check).toBeLessThanOrEqual(20_000);
    expect(TIMEOUTS.request).toBeGreaterThanOrEqual(TIMEOUTS.headers);
  });
});

describe('an origin that drains', () => {
  /** Requests to `/slow` are answered when the test says so, others at once. */
  const openSlow = async () => {
    const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = await open(async (request, response) => {
      if (request.url === '/slow') {
        arrived.resolve();
        await answer.promise;
      }
      response.end(request.url);
    });
    return { server, arrived: arrived.promise, answer: answer.resolve };
  };
  const SLOW = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const HEALTH = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test('takes new connections until the requests under way are answered, and closes each after its response', async () => {
    const { server, arrived, answer } = await openSlow();
    const slow = send(server, SLOW);
    await arrived;
    let drained = false;
    const draining = server.drain(60_000).then(() => {
      drained = true;
    });
    const meanwhile = await send(server, HEALTH);
    expect(meanwhile).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(meanwhile).toMatch(/\r\nConnection: close\r\n/i);
    expect(drained).toBe(false);
    answer();
    await draining;
    await server.close(60_000);
    expect(await slow).toMatch(/\/slow/);
    await expect(send(server, HEALTH)).rejects.toThrow('ECONNREFUSED');
  });

  test('does not wait longer than it may', async () => {
    const { server, arrived } = await openSlow();
    const slow = send(server, SLOW);
    await arrived;
    await server.drain(1);
    await server.close(1);
    expect(await slow.catch((error: Error) => error.message)).not.toContain('200');
  });

  test('without requests is drained at once', async () => {
    const { server } = await openSlow();
    await server.drain(60_000);
  });
});
