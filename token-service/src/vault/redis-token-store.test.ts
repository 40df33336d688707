import { expect, test } from 'vitest';
import { describeWithRedis } from '../redis.fixture.ts';
import { connectRedis } from '../redis.ts';
import { pooledRandomness } from './random.ts';
import { redisTokenStore } from './redis-token-store.ts';
import { behavesLikeATokenStore } from './token-store.contract.ts';

const random = pooledRandomness();

await describeWithRedis('a token store in Redis', (redis, prefix) => {
  const openStore = () => {
    let now = Date.parse('2026-03-01T12:00:00Z');
    const store = redisTokenStore({
      redis,
      random,
      clock: { now: () => now },
      perSite: 5,
      prefix: `${prefix}:${random.text(6)}`,
    });
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    return { store, pass };
  };

  behavesLikeATokenStore(async () => openStore());

  test('is shared: a token kept by one process is held by one other', async () => {
    const clock = { now: () => Date.parse('2026-03-01T12:00:00Z') };
    const processes = [1, 2, 3].map(() => redisTokenStore({ redis, random, clock, prefix: `${prefix}:shared` }));
    await processes[0]?.keep('site', 'token', Buffer.from('a'));
    const holds = await Promise.all(processes.map((store) => store.hold('site', 'token')));
    expect(holds.map(({ is }) => is).sort()).toEqual(['busy', 'busy', 'held']);
  });

  test('leaves nothing behind that lives longer than its tokens', async () => {
    const { store } = openStore();
    await store.keep('site', 'token', Buffer.from('a'));
    const keys = await redis.keys(`${prefix}*`);
    const lives = await Promise.all(keys.map((key) => redis.pttl(key)));
    expect(lives.filter((life) => life < 0 || life > 20 * 60 * 1000)).toEqual([]);
  });

  test('without its server refuses, and says so', async () => {
    const own = redis.duplicate();
    await own.connect();
    own.on('error', () => {});
    const store = redisTokenStore({ redis: own, random, clock: { now: Date.now }, prefix });
    own.disconnect();
    await expect(store.keep('site', 'token', Buffer.from('a'))).rejects.toMatchObject({
      symbol: 'service_unavailable',
    });
    await expect(store.hold('site', 'token')).rejects.toMatchObject({ symbol: 'service_unavailable' });
  });
});

test('a Redis that does not answer is named without its password', async () => {
  const connecting = connectRedis('redis://user:hunter2@127.0.0.1:1');
  await expect(connecting).rejects.toThrow('No Redis answers at 127.0.0.1:1; start it, or correct TOKEN_STORE_URL.');
  await expect(connecting).rejects.not.toThrow('hunter2');
});
