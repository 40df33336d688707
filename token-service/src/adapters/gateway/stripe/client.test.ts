import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '@service/billing/values/secret.ts';
import { expect, test } from 'vitest';
import { stripeClient } from './client.ts';

const TRACE_PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('each request has the traceparent of the call that it is sent in, if there is one', async () => {
  const received: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    received.push(headers.traceparent);
    response.setHeader('Content-Type', 'application/json').end('{"object":"list","data":[],"has_more":false}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let current: string | undefined;
  const stripe = stripeClient(new Secret('sk_test_12345678'), endpoint, () => current);
  await stripe.paymentIntents.list();
  current = TRACE_PARENT;
  await stripe.paymentIntents.list();
  expect(received).toEqual([undefined, TRACE_PARENT]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
