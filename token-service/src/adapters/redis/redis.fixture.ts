import { Redis } from 'ioredis';
import { afterAll, describe, test } from 'vitest';
import { connectRedis } from './redis.ts';
import type { RedisOptions } from './server-options.ts';

export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Connects to a server that is in no cluster. */
export const connectServer = async (url: string, options?: RedisOptions): Promise<Redis> => {
  const redis = await connectRedis(url, options);
  if (!(redis instanceof Redis)) throw new Error(`${url} is a node of a cluster.`);
  return redis;
};

const connect = async (): Promise<Redis | undefined> => {
  try {
    return await connectServer(REDIS_URL);
  } catch (error) {
    if (process.env.CI) throw error;
    return undefined;
  }
};

/**
 * Tests that want a Redis, under a prefix of their own that is emptied after them. Where none answers they are skipped,
 * saying so; with `CI` set that is a failure.
 */
export const describeWithRedis = async (name: string, body: (redis: Redis, prefix: string) => void): Promise<void> => {
  const redis = await connect();
  if (!redis) {
    describe(name, () => test.skip(`no Redis answers at ${REDIS_URL}; start one, or set TEST_REDIS_URL`, () => {}));
    return;
  }
  const prefix = `test-${crypto.randomUUID()}`;
  describe(name, () => {
    body(redis, prefix);
    afterAll(async () => {
      const keys = await redis.keys(`${prefix}*`);
      if (keys.length > 0) await redis.del(...keys);
      await redis.quit();
    });
  });
};
