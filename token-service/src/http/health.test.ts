import Koa from 'koa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, type HealthResponse } from '../../test/health/ask.ts';
import { health } from './health.ts';
import { type HealthDeps, healthCheck, type Trouble } from './health-check.ts';
import { ADDRESS_REQUESTS_PER_MINUTE, anonymousLimits } from './limits/anonymous.ts';
import { memoryLimiter } from './limits/memory-limiter.ts';
import { listen } from './listen.ts';

type Changes = Partial<HealthDeps> & Partial<Parameters<typeof health>[0]>;

const well: HealthDeps = { storage: async () => undefined, freshFor: 0 };

/** Serves the page, and asks for it. */
const open = async ({
  draining = () => false,
  anonymous,
  ...changes
}: Changes): Promise<() => Promise<HealthResponse>> => {
  const app = new Koa();
  const check = healthCheck({ ...well, ...changes });
  app.use(health({ check, draining, ...(anonymous && { anonymous }) }));
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
    { names: ['token_store', 'rate_limits'], look: refuses, silence: 'Redis does not answer.' },
    { names: ['search'], look: never, silence: 'It does not answer.' },
    { names: ['mail'], look: async () => [] },
    // What depends on storage is not named when storage does not answer.
    { names: ['worker'], look: refuses },
  ];
  expect(await (await open({ parts, patience: 1 }))()).toMatchObject({
    status: 200,
    body: {
      status: 'degraded',
      degraded: ['token_store', 'rate_limits', 'search'],
      reasons: { token_store: 'Redis does not answer.', search: 'It does not answer.' },
    },
  });
});

test('what each process counts alone is named, and is no change of health', async () => {
  const changes: object[] = [];
  const healthy = await open({ perProcess: ['attempt_limits'], onChange: (finding) => changes.push(finding) });
  expect((await healthy()).body).toEqual({ status: 'ok', per_process: ['attempt_limits'] });
  expect(changes).toEqual([]);
});

describe('503 with Retry-After and the reason', () => {
  test.each<[string, Changes]>([
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
    const parts = [{ names: ['token_store'], look: refuses, silence: 'Redis does not answer.' }];
    const response = await (await open({ storage: refuses, parts }))();
    expect(response.body).toEqual({
      status: 'unavailable',
      reason: 'storage does not answer',
      degraded: ['token_store'],
      reasons: { token_store: 'Redis does not answer.' },
    });
  });

  test('says why this process cannot serve, although others may', async () => {
    const troubles: readonly Trouble[] = [
      { part: 'worker', reason: 'It is late.' },
      { part: 'token_store', reason: 'It has another key.', unavailable: true },
      { part: 'worker', reason: 'It hangs.' },
    ];
    const response = await (await open({ parts: [{ names: ['worker'], look: async () => troubles }] }))();
    expect(response).toMatchObject({
      status: 503,
      body: {
        reason: 'It has another key.',
        degraded: ['worker', 'token_store'],
        reasons: { worker: 'It is late. It hangs.', token_store: 'It has another key.' },
      },
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

test('the states are those of every part that is looked at, and of those that were in trouble', async () => {
  const found: (readonly Trouble[])[] = [[{ part: 'gateway:europe', reason: 'It is out.' }], []];
  const parts = [{ names: ['worker'], look: async () => found.shift() ?? [] }];
  const check = healthCheck({ ...well, parts });
  await check.finding();
  const states = () => Object.fromEntries(check.states());
  expect(states()).toEqual({ storage: true, worker: true, 'gateway:europe': false });
  await check.finding();
  expect(states()).toEqual({ storage: true, worker: true, 'gateway:europe': true });
});
