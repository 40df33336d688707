import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../src/adapters/storage/postgres.ts';
import { openProxy } from '../../src/http/proxy.fixture.ts';
import { testPostgres } from '../database.ts';
import { startTestService } from '../service.ts';
import { ask, untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

/** Milliseconds: a statement's time. Every answer comes a little later at the latest. */
const STATEMENT = 2_000;
const LATEST = 3 * STATEMENT;

test('a PostgreSQL that stands still is 503 at every surface within the time of a statement, and never 500', async () => {
  const server = await testPostgres();
  const proxy = await openProxy(server.url);
  const service = await startTestService({
    databaseUrl: server.url,
    database: await openPostgres(proxy.url, STATEMENT),
  });
  onTestFinished(async () => {
    proxy.thaw();
    await service.close();
    await proxy.stop();
    await server.close();
  });
  const account = '<account><account_code>frozen</account_code></account>';
  expect((await service.api('POST', '/v2/accounts', account)).status).toBe(201);
  const { api, browser } = service.service;
  const accountPage = `${api?.url}/account/${'a'.repeat(32)}`;
  const form = new URLSearchParams({ key: 'demo-public-key', number: '4111111111111111', month: '12', year: '2040' });

  proxy.freeze();
  const begun = performance.now();
  const answers = await Promise.all([
    service.api('GET', '/v2/accounts').then(({ status, headers }) => [status, headers.get('Retry-After')]),
    service
      .api('POST', '/v2/accounts', account.replace('frozen', 'other'), { 'Idempotency-Key': 'one' })
      .then(({ status, headers }) => [status, headers.get('Retry-After')]),
    ...[accountPage, `${browser?.url}/js/v1/plans/tideline?key=demo-public-key`].map(async (url) => {
      const { status, headers } = await fetch(url);
      return [status, headers.get('Retry-After')];
    }),
    fetch(`${browser?.url}/js/v1/token`, { method: 'POST', body: form }).then(({ status, headers }) => [
      status,
      headers.get('Retry-After'),
    ]),
  ]);
  expect(answers).toEqual(answers.map(() => [503, expect.stringMatching(/^\d+$/)]));
  expect(performance.now() - begun).toBeLessThan(LATEST);

  // A check that began before the database stood still may have succeeded, and is answered once more.
  const health = () =>
    ask(`${api?.url}/health`).then(({ status, headers }) => [status, headers['retry-after'] !== undefined]);
  await expect.poll(health, { timeout: 25_000 }).toEqual([503, true]);

  // A monitor learns of it: a scrape does not wait for the database.
  const scraped = performance.now();
  const parts = await samples(api?.url ?? '', 'billing_health');
  expect(parts).toMatchObject({ 'part="storage"': 0, 'part="serving"': 0 });
  expect(performance.now() - scraped).toBeLessThan(LATEST);
  expect(service.logged.some((line) => line.includes('storage does not answer'))).toBe(true);

  proxy.thaw();
  await untilHealth(api?.url ?? '', 'ok');
  await expect
    .poll(async () => (await service.api('GET', '/v2/accounts/frozen')).status, { timeout: 25_000 })
    .toBe(200);
});
