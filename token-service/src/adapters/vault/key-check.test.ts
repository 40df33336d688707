import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprints } from '../../runtime/fingerprint.ts';
import { describeWithRedis } from '../redis/redis.fixture.ts';
import { keyCheck } from './key-check.ts';

await describeWithRedis('processes that share tokens', (redis, prefix) => {
  const start = async (key: Buffer, deployment: string) => {
    const check = keyCheck(redis);
    await check.agree(`${prefix}-${deployment}`, fingerprints(key));
    return check;
  };

  test('start with the key of their neighbours only, and with another once these have stopped', async () => {
    const [key, other] = [randomBytes(32), randomBytes(32)];
    const running = [await start(key, 'one'), await start(key, 'one')];
    for (const stopped of running) {
      await expect(start(other, 'one')).rejects.toThrow(
        /^TOKEN_STORE_KEY is not the key of the other processes .* Set the same key for all; .*stop all of them first\./,
      );
      await stopped.stop();
    }
    await (await start(other, 'one')).stop();
  });

  test('do not start while Redis takes no writes', async () => {
    const own = redis.duplicate({ enableOfflineQueue: false });
    onTestFinished(() => own.disconnect());
    await expect(keyCheck(own).agree(prefix, fingerprints(randomBytes(32)))).rejects.toThrow(
      /^Redis answers, and does not take writes: .* start again then\.$/,
    );
  });

  test('at different databases may have different keys', async () => {
    const both = [await start(randomBytes(32), 'two'), await start(randomBytes(32), 'three')];
    for (const one of both) await one.stop();
  });

  test('keep a hash of the key only, and not for long', async () => {
    const key = randomBytes(32);
    const check = await start(key, 'four');
    const name = `key-check:{${prefix}-four}`;
    const kept = (await redis.zrange(name, '0', '-1')).join();
    for (const form of ['base64', 'base64url', 'hex', 'latin1'] as const)
      expect(kept).not.toContain(key.toString(form));
    expect(await redis.ttl(name)).toBeLessThanOrEqual(90);
    await check.stop();
  });
});
