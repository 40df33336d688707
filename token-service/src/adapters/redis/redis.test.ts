import { Failure } from '@service/billing/values/failure.ts';
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { openProxy } from '../../http/proxy.fixture.ts';
import { connectServer, describeWithRedis, REDIS_URL } from './redis.fixture.ts';
import { connectRedis, redisScript } from './redis.ts';
import type { RedisOptions } from './server-options.ts';

const unavailable = new Failure('service_unavailable');
const FOREVER = 100_000;

/** Unlike that of `node:events`, goes on when the client reports an error meanwhile. */
const once = (redis: Redis, event: string) => new Promise<void>((resolve) => redis.once(event, () => resolve()));

await describeWithRedis('a connection to Redis', (_redis, prefix) => {
  /** A client behind a proxy, a script on it, and a promise for the next time that its circuit is in a state. */
  const open = async (options: RedisOptions) => {
    const proxy = await openProxy(REDIS_URL);
    let changed: (state: string) => void = () => {};
    const redis = await connectServer(proxy.url, { ...options, onChange: (state) => changed(state) });
    onTestFinished(async () => {
      redis.disconnect();
      await proxy.stop();
    });
    const add = redisScript(redis, 'add', 1, "return redis.call('INCR', KEYS[1])");
    const key = `${prefix}:${crypto.randomUUID()}`;
    return {
      proxy,
      redis,
      add: () => add(key),
      until: (wanted: string) =>
        new Promise<void>((resolve) => {
          changed = (state) => state === wanted && resolve();
        }),
    };
  };
  const outcomes = async (count: number, call: () => Promise<unknown>): Promise<unknown[]> =>
    (await Promise.allSettled(Array.from({ length: count }, call))).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : outcome.reason,
    );
  const refusals = (count: number) => Array.from({ length: count }, () => unavailable);

  test('whose server is frozen refuses commands without sending them, after three were not answered', async () => {
    const { proxy, add, until } = await open({ commandTimeout: 2000, rest: FOREVER });
    expect(await add()).toBe(1);
    proxy.freeze();
    const opened = until('open');
    expect(await outcomes(50, add)).toEqual(refusals(50));
    await opened;
    const sent = proxy.sent();
    expect(await outcomes(1000, add)).toEqual(refusals(1000));
    expect(proxy.sent()).toBe(sent);
  });

  test('tries one command at a time whether a frozen server is back, and refuses the others meanwhile', async () => {
    const { proxy, add, until } = await open({ commandTimeout: 2000, rest: 1 });
    expect(await add()).toBe(1);
    const one = proxy.sent();
    await add();
    const each = proxy.sent() - one;
    proxy.freeze();
    const halfOpen = until('half-open');
    await outcomes(3, add);
    await halfOpen;

    const before = proxy.sent();
    const probe = add();
    expect(await outcomes(100, add)).toEqual(refusals(100));
    const closed = until('closed');
    proxy.thaw();
    // The two above, the three that were not answered in time, and this one.
    expect(await probe).toBe(6);
    await closed;
    expect(proxy.sent() - before).toBe(each);
    expect(await outcomes(3, add)).toEqual([7, 8, 9]);
  });

  test('whose server is gone refuses commands at once, and is used again once it is back', async () => {
    const { proxy, redis, add } = await open({ commandTimeout: FOREVER });
    expect(await add()).toBe(1);
    const lost = once(redis, 'close');
    const retried = once(redis, 'connecting').then(() => 'only after another attempt to connect');
    await proxy.stop();
    await lost;
    expect(await Promise.race([outcomes(1, add), retried])).toEqual([unavailable]);
    const ready = once(redis, 'ready');
    await proxy.start();
    await ready;
    expect(await add()).toBe(2);
  });

  test('does not send again what was not answered when the connection ended', async () => {
    const { proxy, redis, add } = await open({ commandTimeout: FOREVER });
    expect(await add()).toBe(1);
    proxy.freeze();
    const cut = outcomes(1, add);
    const ready = once(redis, 'ready');
    await proxy.stop();
    proxy.thaw();
    await proxy.start();
    await ready;
    expect(await cut).toEqual([unavailable]);
    expect(await add()).toBe(2);
  });

  test('replaces a connection that is never answered', async () => {
    const { proxy, redis, add, until } = await open({ commandTimeout: 2000, rest: 1 });
    expect(await add()).toBe(1);
    proxy.freeze();
    const replaced = once(redis, 'close');
    await outcomes(3, add);
    await replaced;
    const ready = once(redis, 'ready');
    proxy.thaw();
    await ready;
    const closed = until('closed');
    while ((await add().catch(() => 0)) === 0);
    await closed;
  });

  test('takes a refusal of the server for an answer', async () => {
    const { redis, add } = await open({ rest: FOREVER });
    const full = redisScript(redis, 'full', 0, "return redis.error_reply('OOM command not allowed')");
    expect(await outcomes(20, () => full())).toEqual(refusals(20));
    expect(await add()).toBe(1);
  });

  test('to several servers that are no cluster is refused', async () => {
    const { host } = new URL(REDIS_URL);
    await expect(connectRedis(`redis://${host},${host}`)).rejects.toThrow(
      `TOKEN_STORE_URL names 2 servers, and ${host} is not in cluster mode: name one server, or start all with cluster-enabled yes.`,
    );
  });
});
