import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { describeWithRedis, REDIS_URL } from '../../src/adapters/redis/redis.fixture.ts';
import { testPostgres } from '../database.ts';
import { startTestService } from '../service.ts';
import { ask } from './ask.ts';

/** Starts a process with this role, and the line with which it says that it is ready. */
const start = async (env: Readonly<Record<string, string>>) => {
  const database = await testPostgres();
  onTestFinished(() => database.close());
  const started = await startTestService({ env, databaseUrl: database.url });
  onTestFinished(() => started.close());
  const ready = started.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'the service is ready');
  return { ...started, ready };
};

const statuses = (url: string | undefined, ...paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await ask(`${url}${path}`)).status));

test('one process for all has metrics on the API origin', async () => {
  const { service, ready } = await start({});
  const [api, browser] = [service.api?.url, service.browser?.url];
  expect(ready).toMatchObject([{ serve: 'all', api, browser }]);
  expect(await statuses(api, '/health', '/metrics')).toEqual([200, 200]);
  expect(await statuses(browser, '/health', '/metrics')).toEqual([200, 404]);
});

test('a worker listens on WORKER_PORT only, and answers health and metrics there', async () => {
  const { service, ready } = await start({ SERVE: 'worker', WORKER_PORT: '0' });
  const url = service.workerOrigin?.url;
  expect(ready).toMatchObject([{ serve: 'worker', worker: url }]);
  expect([service.api, service.browser]).toEqual([undefined, undefined]);
  expect(await statuses(url, '/health', '/metrics', '/v2/accounts', '/')).toEqual([200, 200, 404, 404]);
  expect((await ask(`${url}/metrics`, { 'X-Forwarded-For': '203.0.113.7' })).status).toBe(403);
});

test('a worker without WORKER_PORT listens on no port', async () => {
  const { service, ready } = await start({ SERVE: 'worker' });
  expect(ready).toEqual([expect.not.objectContaining({ worker: expect.anything() })]);
  expect([service.api, service.browser, service.workerOrigin]).toEqual([undefined, undefined, undefined]);
});

await describeWithRedis('processes of one origin', () => {
  const shared = { TOKEN_STORE_URL: REDIS_URL, TOKEN_STORE_KEY: randomBytes(32).toString('base64') };

  test.each(['api', 'browser'] as const)(
    'SERVE=%s answers health and metrics, and says that it is ready',
    async (serve) => {
      const { service, ready } = await start({ ...shared, SERVE: serve, WORKER_PORT: '0' });
      const url = service[serve]?.url;
      expect(ready).toMatchObject([{ serve, [serve]: url }]);
      expect(await statuses(url, '/health', '/metrics')).toEqual([200, 200]);
      expect((await ask(`${url}/metrics`, { 'X-Forwarded-For': '203.0.113.7' })).status).toBe(403);
      expect(service.workerOrigin).toBeUndefined();
    },
  );
});
