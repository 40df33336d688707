import type { Millis, MonotonicClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { memoryAttempts } from '../adapters/attempts/memory-attempts.ts';
import { redisAttempts } from '../adapters/attempts/redis-attempts.ts';
import { connectRedis, type ServerTime, timeOf } from '../adapters/redis/redis.ts';
import { redisLimiter } from '../adapters/redis/redis-limiter.ts';
import { keyCheck } from '../adapters/vault/key-check.ts';
import { keepSwept, lruTokenStore } from '../adapters/vault/lru-token-store.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { redisTokenStore } from '../adapters/vault/redis-token-store.ts';
import type { Config } from '../config.ts';
import type { HealthPart, Trouble } from '../http/health-check.ts';
import { memoryLimiter } from '../http/limits/memory-limiter.ts';
import { withFallback } from '../runtime/with-fallback.ts';
import { redisPart } from './health/redis-part.ts';

/** The state that processes share through `TOKEN_STORE_URL`, by its names in `/health`. */
const SHARED = ['token_store', 'rate_limits', 'attempt_limits'] as const;

/** A database on a server may have several processes, and none knows of another. */
const ALONE =
  'TOKEN_STORE_URL is not set: this process keeps tokens and counts requests and declined attempts alone. With a second process on this database, tokens of one are unknown to the other, and each limit applies to each process.';

/** Another process can serve: this one cannot read the tokens of its neighbours, nor they those of this one. */
const OTHER_KEY: Trouble = {
  part: 'token_store',
  reason: 'TOKEN_STORE_KEY is not the key of the other processes.',
  unavailable: true,
};

interface SharedStateDeps {
  readonly databaseUrl: Config['databaseUrl'];
  readonly tokenStoreUrl: Config['tokenStoreUrl'];
  readonly clock: MonotonicClock;
  readonly serverTime: ServerTime | undefined;
  readonly redisTimeout: Millis | undefined;
  /** A process that changes nothing issues no tokens, and counts nothing that others have to know. */
  readonly readOnly?: boolean;
  readonly log: Logger;
}

/**
 * Opens the state that processes share through `TOKEN_STORE_URL`, or that one process keeps for itself: tokens, rate
 * limits and declined attempts. `serverTime` replaces the time of the Redis server. Warns where several processes could
 * use the database without sharing this; `perProcess` names it then.
 */
export const openShared = async ({
  databaseUrl,
  tokenStoreUrl,
  clock,
  serverTime,
  redisTimeout,
  readOnly = false,
  log,
}: SharedStateDeps) => {
  const random = pooledRandomness();
  if (!tokenStoreUrl) {
    const perProcess = databaseUrl && !readOnly ? SHARED : [];
    if (perProcess.length > 0) log.warn({ per_process: perProcess }, ALONE);
    const tokens = lruTokenStore({ clock });
    const stop = keepSwept(tokens);
    const close = (): void => {
      stop();
      tokens.clear();
    };
    return {
      random,
      tokens,
      limiter: memoryLimiter(clock),
      requests: memoryLimiter(clock),
      attempts: memoryAttempts(clock),
      parts: [],
      perProcess,
      agreeOnKey: async () => {},
      aliveTokens: async () => tokens.alive(),
      redisTime: undefined,
      redis: undefined,
      close,
    };
  }
  const redis = await connectRedis(tokenStoreUrl, {
    ...(redisTimeout === undefined ? {} : { commandTimeout: redisTimeout }),
    onChange: redisLog(log),
  });
  const shared = (prefix: string) =>
    withFallback(redisLimiter(redis, prefix, serverTime), memoryLimiter(clock), clock, (error, isFirst) => {
      if (isFirst) log.warn({ error: (error as Error).message }, 'requests are counted by this process alone');
    });
  const tokens = redisTokenStore({ redis, random, ...(serverTime ? { time: serverTime } : {}) });
  // A reservation left behind in either ends with its lease.
  const attempts = withFallback(redisAttempts(redis, 'attempts:', serverTime), memoryAttempts(clock), clock, (error) =>
    log.warn({ error: (error as Error).message }, 'declined attempts are counted by this process alone'),
  );
  const check = keyCheck(redis);
  const parts: readonly HealthPart[] = [
    redisPart(redis, SHARED),
    { names: ['token_store'], look: async () => ((await check.agrees()) ? [] : [OTHER_KEY]) },
  ];
  const close = async (): Promise<void> => {
    await check.stop();
    redis.disconnect();
  };
  return {
    agreeOnKey: check.agree,
    random,
    tokens,
    limiter: shared('window:'),
    requests: shared('requests:'),
    attempts,
    parts,
    perProcess: [],
    aliveTokens: tokens.alive,
    redisTime: async (): Promise<Millis> => serverTime?.() ?? timeOf(await redis.time()),
    redis,
    close,
  };
};

/** Logs the beginning and the end of each outage of a server. */
const redisLog = (log: Logger) => {
  const silent = new Set<string>();
  return (state: string, server: string): void => {
    if (state === 'open' && !silent.has(server)) {
      silent.add(server);
      log.warn({ server }, 'Redis does not answer: tokens are refused');
    }
    if (state === 'closed' && silent.delete(server)) log.info({ server }, 'Redis answers again');
    if (state === 'replaced' && silent.delete(server))
      log.info({ server }, 'another server of the cluster replaces it');
  };
};

export type SharedState = Awaited<ReturnType<typeof openShared>>;
