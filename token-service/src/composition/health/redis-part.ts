import { Cluster } from 'ioredis';
import { refusingMasters } from '../../adapters/redis/cluster-masters.ts';
import type { RedisClient } from '../../adapters/redis/redis.ts';
import type { HealthPart } from '../../http/health-check.ts';

const SILENCE = 'Redis does not answer, or cannot be written to.';

/** Returns the check that each server takes a write: a full or read-only one responds to everything else. */
export const redisPart = (redis: RedisClient, names: readonly string[]): HealthPart => ({
  names,
  silence: SILENCE,
  async look() {
    if (!(redis instanceof Cluster)) {
      await redis.set('health', '1', 'EX', 60);
      return [];
    }
    const { masters, refusing } = await refusingMasters(redis);
    if (refusing.length === 0) return [];
    // Without addresses, because anyone can read /health: npm run doctor names them.
    const some = `Masters of the Redis cluster that do not answer, or cannot be written to: ${refusing.length} of ${masters.length}.`;
    const reason = refusing.length < masters.length ? some : SILENCE;
    return names.map((part) => ({ part, reason }));
  },
});
