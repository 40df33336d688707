import Koa from 'koa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, type HealthResponse } from '../../test/health/ask.ts';
import { type Health, health } from './health.ts';
import { ADDRESS_REQUESTS_PER_MINUTE, anonymousLimits } from './limits/anonymous.ts';
import { memoryLimiter } from './limits/memory-limiter.ts';
import { listen } from './listen.ts';

const well: Health = { storage: async () => undefined, draining: () => false, freshFor: 0 };

/** Serves the page, and asks for it. */
const open = async (changes: Partial<Health>): Promise<() => Promise<HealthResponse>> => {
  const app = new Koa();
  app.use(health({ ...well, ...changes }));
  const server = await listen(app.callback(), { host: '127.0.0.1', port: 0, setting: 'PORT' });
  onTestFinished(() => server.close(0));
  return () => ask(`${server.url}/health`);
};

const never = () => new Promise<never>(() => {});
const refuses = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:6379'));

test('a healthy service answers 200, and the answer is not cached', async () => {
  const response = await (await open({}))();
  expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' }, body: { status: 'ok' } });
  expect(response.headers).not.toHaveProperty('retry-after');
});

test('parts that do not answer are named, and the service still counts as ready', async () => {
  const parts = [
    { names: ['token_store', 'rate_limits'], works: refuses },
    { names: ['search'], works: never },
    { names: ['mail'], works: async () => 'PONG' },
  ];
  expect(await (await open({ parts, patience: 1 }))()).toMatchObject({
    status: 200,
    body: { status: 'degraded', degraded: ['token_store', 'rate_limits', 'search'] },
  });
});

test('what each process counts alone is named, and is no change of health', async () => {
  const changes: object[] = [];
  const healthy = await open({ perProcess: ['attempt_limits'], onChange: (finding) => changes.push(finding) });
  expect((await healthy()).body).toEqual({ status: 'ok', per_process: ['attempt_limits'] });
  expect(changes).toEqual([]);
});

describe('503 with Retry-After and the reason', () => {
  test.each<[string, Partial<Health>]>([
    ['draining', { draining: () => true }],
    ['storage is full', { storage: async () => 'full' }],
    ['storage is corrupt', { storage: async () => 'corrupt' }],
    ['storage does not answer', { storage: refuses }],
    ['storage does not answer', { storage: never, patience: 1 }],
  ])('%s', async (reason, changes) => {
    const response = await (await open(changes))();
    expect(response).toMatchObject({ status: 503, body: { status: 'unavailable', reason } });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.stringify(response.body)).not.toContain('10.0.0.1');
  });

  test('names degraded parts beside the reason', async () => {
    const response = await (await open({ storage: refuses, parts: [{ names: ['token_store'], works: refuses }] }))();
    expect(response.body).toEqual({
      status: 'unavailable',
      reason: 'storage does not answer',
      degraded: ['token_store'],
    });
  });
});

test('a change is told once', async () => {
  const states = ['full', 'full', undefined, undefined] as const;
  let looks = 0;
  const reported: string[] = [];
  const get = await open({ storage: async () => states[looks++], onChange: ({ status }) => reported.push(status) });
  for (const _ of states) await get();
  expect(reported).toEqual(['unavailable', 'ok']);
});

describe('many who ask', () => {
  test('at once cause one look at storage', async () => {
    const [looked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
    let looks = 0;
    const storage = () => {
      looks += 1;
      looked.resolve();
      return answer.promise;
    };
    const get = await open({ storage, freshFor: 60_000 });
    const first = get();
    await looked.promise;
    const others = [get(), get()];
    answer.resolve(undefined);
    expect((await Promise.all([first, ...others, get()])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(looks).toBe(1);
  });

  test('while storage is frozen ask it once', async () => {
    let looks = 0;
    const storage = () => {
      looks += 1;
      return never();
    };
    const get = await open({ storage, patience: 1 });
    for (const _ of [1, 2, 3]) expect(await get()).toMatchObject({ status: 503 });
    expect(looks).toBe(1);
  });

  test('later are told what is found then', async () => {
    const states = ['full', undefined] as const;
    let looks = 0;
    const get = await open({ storage: async () => states[looks++] });
    expect(await get()).toMatchObject({ status: 503 });
    expect(await get()).toMatchObject({ status: 200 });
  });
});

test('an address that asks too often waits', async () => {
  const limits = { ...ADDRESS_REQUESTS_PER_MINUTE, docs: 0, unauthorized: 0, files: 3 };
  const get = await open({ anonymous: anonymousLimits(memoryLimiter({ elapsed: () => 1000 }), limits) });
  for (let n = 0; n < 3; n += 1) expect((await get()).status).toBe(200);
  expect(await get()).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
});
