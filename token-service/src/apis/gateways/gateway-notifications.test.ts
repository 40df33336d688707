import { connect } from 'node:net';
import { Secret } from '@service/billing/values/secret.ts';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { migratedSqlite } from '../../../test/migrated.ts';
import { openTestGateway } from '../../adapters/gateway/gateway.fixture.ts';
import { openGateways, sharedGateways } from '../../adapters/gateway/gateways.ts';
import { testGateway } from '../../adapters/gateway/test/test-gateway.ts';
import { NOTIFICATIONS } from '../../adapters/gateway/test/test-notifications.fixture.ts';
import { testNotification } from '../../adapters/gateway/test/test-notifications.ts';
import { openStorage } from '../../adapters/storage/storage.ts';
import { aSite } from '../../adapters/storage/testing/samples.ts';
import { application } from '../../http/application.ts';
import { ADDRESS_REQUESTS_PER_MINUTE, anonymousLimits } from '../../http/limits/anonymous.ts';
import { memoryLimiter } from '../../http/limits/memory-limiter.ts';
import type { RateLimiter } from '../../http/limits/rate-limiter.ts';
import { listen } from '../../http/listen.ts';
import { openWorld } from '../../runtime/world.ts';
import { gatewayMessages } from './gateway-notifications.ts';

const SIGNING = new Secret('a secret that signs notifications');
const [message] = NOTIFICATIONS.map((notification) => testNotification(notification, SIGNING));

/** The route on a server of its own, with a site `shop` and its gateway account `main`. */
const openRoute = async ({ perMinute = 100, limiter }: { perMinute?: number; limiter?: RateLimiter } = {}) => {
  const clock = testClock('2026-03-15T12:00:00Z');
  const world = openWorld(clock);
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, { clock }, await migratedSqlite());
  const site = aSite(1, { subdomain: 'shop', mode: 'sandbox', clock_offset: 0 });
  await opened.sites.add(site);
  const { vault, log: gatewayLog, ids } = openTestGateway();
  const credentials = { notification_secret: SIGNING };
  const main = testGateway({ vault, log: gatewayLog, clock, ids }, { credentials, currencies: null, endpoint: null });
  const logged: string[] = [];
  const state = { draining: false, aborted: false };
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const app = application({ log, clock, ids: world.ids, trustProxy: false }, [
    gatewayMessages({
      sites: opened.sites,
      gateways: openGateways(async () => sharedGateways({ main })),
      storage: opened.storage,
      world,
      anonymous: anonymousLimits(memoryLimiter(clock), {
        ...ADDRESS_REQUESTS_PER_MINUTE,
        gateway_notifications: perMinute,
      }),
      limiter: limiter ?? memoryLimiter(clock),
      log,
      draining: () => state.draining,
      deadline: () => (state.aborted ? AbortSignal.abort() : new AbortController().signal),
    }),
  ]);
  const server = await listen(app.callback(), { host: '127.0.0.1', port: 0, setting: 'PORT' });
  onTestFinished(async () => {
    await server.close(0);
    await opened.close();
  });
  const post = (path = '/gateways/shop/main', { headers, body } = message!) =>
    fetch(server.url + path, { method: 'POST', headers: headers as Record<string, string>, body });
  const recorded = async () => (await opened.storage.of(site.id).gatewayNotifications.due(9_999_999_999, 100)).length;
  return { post, recorded, logged, state, clock, server };
};

test('an authentic message is recorded once, and acknowledged each time', async () => {
  const { post, recorded } = await openRoute();
  for (let n = 0; n < 3; n += 1) {
    const answer = await post();
    expect([answer.status, await answer.text()]).toEqual([200, 'Received.\n']);
  }
  expect(await recorded()).toBe(1);
});

test('an authentic message with a malformed field is refused, and the field is logged, but not the body', async () => {
  const { post, recorded, logged } = await openRoute();
  const broken = testNotification(
    { kind: 'refund_failed', id: 'm', at: 1_790_000_000, reference: '4111111111111111\0', reason: null },
    SIGNING,
  );
  const answer = await post(undefined, broken);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('but reference must be printable text');
  expect(await recorded()).toBe(0);
  const lines = logged.map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 50, site: 'shop', account: 'main', problem: expect.stringContaining('reference') },
    { status: 400, symbol: 'bad_request' },
  ]);
  expect(lines[0].request_id).toBe(lines[1].request_id);
  expect(logged.join()).not.toContain('4111');
});

test('an address that sends too often is refused before its message is read, and may send again a minute later', async () => {
  const { post, recorded, clock } = await openRoute({ perMinute: 2 });
  const forged = { headers: {}, body: '{}' };
  expect([(await post(undefined, forged)).status, (await post(undefined, forged)).status]).toEqual([400, 400]);
  const refused = await post();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await recorded()).toBe(0);
  clock.advance({ minutes: 1 });
  expect((await post()).status).toBe(200);
});

test('the messages of one account are limited once they are known to be authentic', async () => {
  const hits: string[] = [];
  const full: RateLimiter = {
    async hit(name) {
      hits.push(name);
      return { allowed: false, used: 6000, wait: 7, reset: 60 };
    },
  };
  const { post, recorded } = await openRoute({ limiter: full });
  expect((await post(undefined, { headers: {}, body: '{}' })).status).toBe(400);
  expect(hits).toEqual([]);
  const refused = await post();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  expect([hits.length, await recorded()]).toEqual([1, 0]);
});

test('a message that does not arrive in time, and one while the process is going down, are refused', async () => {
  const { post, recorded, state } = await openRoute();
  state.aborted = true;
  expect((await post()).status).toBe(408);
  state.aborted = false;
  state.draining = true;
  const refused = await post();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await recorded()).toBe(0);
});

test.each([
  '/gateways',
  '/gateways/shop',
  '/gateways/shop/main/more',
  '/gateways/../main',
  '/gateways/%2e/main',
  '/gatewaysx/a/b',
])('%s is none of its addresses', async (path) => {
  const { server } = await openRoute();
  // As it is written: a client would normalize it.
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.end(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    });
    socket.once('data', (data) => resolve(String(data)));
  });
  // What Koa answers when no handler takes a request.
  expect(answer).toContain('404 Not Found');
  expect(answer).not.toContain('xml');
});
