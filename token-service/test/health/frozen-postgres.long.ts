import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../src/adapters/storage/postgres.ts';
import { openProxy } from '../../src/http/proxy.fixture.ts';
import { testPostgres } from '../database.ts';
import { type ApiResponse, startTestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';

/** Milliseconds for which the server stands still. */
const FROZEN = 45_000;
/** Milliseconds of a statement in production, and what a busy machine adds to an answer. */
const LATEST = 15_000 + 5_000;
/** Clients that are served all the time, each with the next request as soon as the last one is answered. */
const BUYERS = 4;
/** Milliseconds between two requests of a client. */
const PAUSE = 250;

/** Whether a client has to repeat its request. */
const isOpen = ({ status, text }: ApiResponse): boolean =>
  status === 503 || (status === 422 && text.includes('simultaneous_request'));

test('a PostgreSQL that stands still for 45 seconds under load costs 503, never 500, and no order', async () => {
  const server = await testPostgres();
  const proxy = await openProxy(server.url);
  const service = await startTestService({
    databaseUrl: server.url,
    database: await openPostgres(proxy.url),
    env: { RATE_LIMIT: 'off' },
  });
  // Leases end by the clock of the service.
  const ticking = setInterval(() => service.clock.advance({ seconds: 1 }), 1_000);
  onTestFinished(async () => {
    clearInterval(ticking);
    proxy.thaw();
    await service.close();
    await proxy.stop();
    await server.close();
  });
  const apiUrl = service.apiUrl;

  const statuses = new Map<number, number>();
  let longest = 0;
  const timed = async <A extends { readonly status: number }>(request: () => Promise<A>): Promise<A> => {
    const begun = performance.now();
    const answer = await request();
    longest = Math.max(longest, performance.now() - begun);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer;
  };
  const orders: string[] = [];
  const lost: string[] = [];
  let over = false;
  const buyer = async (name: string): Promise<void> => {
    for (let count = 1; !over; count += 1) {
      const code = `${name}-${count}`;
      // A manual invoice, so that an order has one statement of the service after the other and no gateway.
      const body = `<purchase><account><account_code>${code}</account_code></account><currency>USD</currency>
        <collection_method>manual</collection_method>
        <adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`;
      const send = () => timed(() => service.api('POST', '/v2/purchases', body, { 'Idempotency-Key': code }));
      let answer = await send();
      while (isOpen(answer)) {
        await wait(PAUSE);
        answer = await send();
      }
      if (answer.status === 200) orders.push(code);
      else lost.push(`${code}: ${answer.status} ${answer.text}`);
      await wait(PAUSE);
    }
  };
  const reader = async (): Promise<void> => {
    while (!over) {
      await timed(() => service.api('GET', '/v2/accounts'));
      await timed(() => fetch(`${service.browserUrl}/js/v1/plans/tideline?key=demo-public-key`));
      await timed(() => fetch(`${apiUrl}/account/${'a'.repeat(32)}`));
      await wait(PAUSE);
    }
  };
  const clients = Promise.all([...Array.from({ length: BUYERS }, (_, index) => buyer(`buyer-${index}`)), reader()]);
  await expect.poll(() => orders.length, { timeout: 60_000 }).toBeGreaterThan(BUYERS);

  proxy.freeze();
  const thawed = wait(FROZEN).then(() => proxy.thaw());
  const health = async () => (await ask(`${apiUrl}/health`)).status;
  await expect.poll(health, { timeout: 25_000 }).toBe(503);
  expect((await fetch(`${apiUrl}/live`)).status).toBe(200);
  await thawed;
  await untilHealth(apiUrl, 'ok');
  const before = orders.length;
  await expect.poll(() => orders.length, { timeout: 240_000 }).toBeGreaterThan(before + BUYERS);
  over = true;
  await clients;

  expect(lost).toEqual([]);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([503]);
  expect(longest).toBeLessThan(LATEST);
  for (const code of orders) {
    const invoices = (await service.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [];
    expect(invoices, code).toHaveLength(1);
  }
}, 600_000);
