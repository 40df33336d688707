import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it, vi } from 'vitest';
import { problemPage } from './problem-page.ts';

it('shows a person that the shop failed, and reports why to its operator alone', async () => {
  const failure = new Error('out of stock <b>');
  const reported = vi.fn();
  const app = new Koa().on('error', reported).use(problemPage);
  app.use(() => {
    throw failure;
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const answer = await fetch(url, { headers: { Accept: 'text/html' } });
  expect(answer.status).toBe(500);
  const html = await answer.text();
  expect(html).toContain('<h1>That did not work</h1>');
  expect(html).not.toContain('out of stock');
  expect(reported).toHaveBeenCalledExactlyOnceWith(failure, expect.anything());

  server.closeAllConnections();
  server.close();
});
