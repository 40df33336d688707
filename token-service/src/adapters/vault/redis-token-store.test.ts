import { expect, test } from 'vitest';
import { describeWithRedis } from '../redis/redis.fixture.ts';
import { connectRedis } from '../redis/redis.ts';
import { pooledRandomness } from './random.ts';
import { redisTokenStore } from './redis-token-store.ts';
import { behavesLikeATokenStore } from './token-store.contract.ts';
import { HOLD_LEASE_MS, TOKEN_LIFETIME_MS } from './token-store.ts';

const random = pooledRandomness();

await describeWithRedis('a token store in Redis', (redis, prefix) => {
  const openStore = () => {
    let now = Date.parse('2026-03-01T12:00:00Z');
    const store = redisTokenStore({
      redis,
      random,
      time: () => now,
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
    const processes = [1, 2, 3].map(() => redisTokenStore({ redis, random, prefix: `${prefix}:shared` }));
    await processes[0]?.keep('site', 'token', Buffer.from('a'));
    const holds = await Promise.all(processes.map((store) => store.hold('site', 'token')));
    expect(holds.map(({ is }) => is).sort()).toEqual(['busy', 'busy', 'held']);
  });

  test('expires by the clock of the server', async () => {
    const store = redisTokenStore({ redis, random, prefix: `${prefix}:server` });
    await store.keep('site', 'token', Buffer.from('a'));
    expect(await redis.pttl(`${prefix}:server:{site}:token`)).toBeLessThanOrEqual(TOKEN_LIFETIME_MS);
    const [seconds = 0] = (await redis.time()).map(Number);
    const expires = Number(await redis.hget(`${prefix}:server:{site}:token`, 'e'));
    expect(Math.abs(expires - seconds * 1000 - TOKEN_LIFETIME_MS)).toBeLessThan(60_000);
  });

  test('ends tokens, holds and counts from before the clock of the server was set back', async () => {
    const { store, pass } = openStore();
    const keep = (token: string) => store.keep('site', token, Buffer.from('a'));
    await keep('held');
    pass(2 * HOLD_LEASE_MS);
    const lost = await store.hold('site', 'held');
    pass(-2 * HOLD_LEASE_MS);
    expect((await store.hold('site', 'held')).is).toBe('held');
    expect(lost.is === 'held' && (await lost.consume())).toBe(false);

    pass(60 * 60 * 1000);
    for (const token of ['1', '2', '3', '4', '5']) await keep(token);
    pass(-60 * 60 * 1000);
    expect(await store.hold('site', '1')).toEqual({ is: 'gone' });
    await keep('6');
    expect((await store.hold('site', '6')).is).toBe('held');
  });

  test('leaves no key that outlives its tokens', async () => {
    const { store } = openStore();
    await store.keep('site', 'token', Buffer.from('a'));
    const keys = await redis.keys(`${prefix}*`);
    const lives = await Promise.all(keys.map((key) => redis.pttl(key)));
    expect(lives.filter((life) => life < 0 || life > 20 * 60 * 1000)).toEqual([]);
  });

  test('rejects requests without its server, and logs it', async () => {
    const own = redis.duplicate();
    await own.connect();
    own.on('error', () => {});
    const store = redisTokenStore({ redis: own, random, prefix });
    own.disconnect();
    await expect(store.keep('site', 'token', Buffer.from('a'))).rejects.toMatchObject({
      symbol: 'service_unavailable',
    });
    await expect(store.hold('site', 'token')).rejects.toMatchObject({ symbol: 'service_unavailable' });
  });
});

test('a Redis that does not respond is reported without its password', async () => {
  const connecting = connectRedis('redis://user:hunter2@127.0.0.1:1');
  await expect(connecting).rejects.toThrow('No Redis answers at 127.0.0.1:1; start it, or correct TOKEN_STORE_URL.');
  await expect(connecting).rejects.not.toThrow('hunter2');
});
