import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import { type HttpServer, listen } from './listen.ts';
import { writeTimeout } from './write-timeout.ts';

/** More than the system buffers for a connection that is not read. */
const CHUNKS = Array.from({ length: 1024 }, () => 'x'.repeat(65_536));

let server: HttpServer;
const open = async (milliseconds: number): Promise<{ readonly socket: Socket; readonly closed: Promise<unknown> }> => {
  const app = new Koa();
  app.silent = true;
  const closed = Promise.withResolvers<void>();
  app.use(writeTimeout(milliseconds));
  app.use((ctx) => {
    ctx.res.once('close', closed.resolve);
    ctx.body = Readable.from(CHUNKS, { objectMode: false });
  });
  server = await listen(app.callback(), { host: '127.0.0.1', port: 0, setting: 'PORT' });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return { socket, closed: closed.promise };
};
afterEach(() => server.close(0));

test('a client that does not read its answer loses its connection', async () => {
  const { socket, closed } = await open(50);
  socket.pause();
  await closed;
  let read = 0;
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    read += bytes.length;
  });
  socket.resume();
  await once(socket, 'close');
  expect(read).toBeLessThan(CHUNKS.length * 65_536);
});

test('a client that reads gets the whole answer', async () => {
  // Longer than a busy machine keeps a client that reads from its turn.
  const { socket, closed } = await open(20_000);
  let read = 0;
  socket.on('data', (bytes) => {
    read += bytes.length;
  });
  await once(socket, 'close');
  await closed;
  expect(read).toBeGreaterThan(CHUNKS.length * 65_536);
});
