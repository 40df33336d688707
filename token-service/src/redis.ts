import { Failure } from '@service/billing/failure.ts';
import { Redis } from 'ioredis';
import { OperatorTrouble } from './operator-trouble.ts';

/**
 * A connection to Redis or Valkey (`TOKEN_STORE_URL`). A server that goes away later is looked for again, and requests meanwhile fail
 * fast. Throws a one-line message, without the password, when nothing answers now.
 */
export const connectRedis = async (url: string): Promise<Redis> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  // Every command reports its own failure; without a listener the client would print each.
  redis.on('error', () => {});
  try {
    await redis.connect();
    return redis;
  } catch (cause) {
    redis.disconnect();
    const { host, port } = redis.options;
    throw new OperatorTrouble(`No Redis answers at ${host}:${port}; start it, or correct TOKEN_STORE_URL.`, { cause });
  }
};

/** Stands in for the time of the server, in milliseconds: a test lets time pass without waiting. */
export type ServerTime = () => number;

/**
 * Begins a script that needs the time: `now` is the first argument, or the server's own time where that is empty. All processes share the server's
 * clock, and setting the clock of one of them changes nothing.
 */
export const NOW = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
`;

type Argument = string | number | Buffer;

/** One Lua script, run in one step on the server. A server that does not answer, or is full, is `service_unavailable`. */
export const redisScript = (redis: Redis, name: string, numberOfKeys: number, lua: string) => {
  redis.defineCommand(name, { numberOfKeys, lua });
  const command = `${name}Buffer`;
  return async (...keysAndArguments: Argument[]): Promise<unknown> => {
    try {
      return await (redis as unknown as Record<string, (...all: Argument[]) => Promise<unknown>>)[command]!(
        ...keysAndArguments,
      );
    } catch (error) {
      // A fault of the script is ours; a full server (OOM), an absent or a read-only one is not.
      if (error instanceof Error && /^ERR .*user_script/.test(error.message)) throw error;
      throw new Failure('service_unavailable');
    }
  };
};
