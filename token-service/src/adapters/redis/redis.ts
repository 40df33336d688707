import { Failure } from '@service/billing/values/failure.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { Redis, ReplyError } from 'ioredis';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { type CircuitState, openCircuit } from './circuit.ts';

export interface RedisOptions {
  /** Milliseconds that a command may take. */
  readonly commandTimeout?: Millis;
  /** Milliseconds between two commands that try whether a server that stopped answering is back. */
  readonly rest?: number;
  /** Called when commands begin to fail at once because the server does not answer, and when it answers again. */
  readonly onChange?: (state: CircuitState) => void;
}

/**
 * A connection to Redis or Valkey (`TOKEN_STORE_URL`). Commands never wait for a server that is away: without a
 * connection they fail at once, and after three that were not answered in time a circuit breaker lets one through each
 * second until one is answered. Throws a one-line message, without the password, when nothing answers now.
 */
export const connectRedis = async (
  url: string,
  { commandTimeout = 1_000, rest = 1_000, onChange = () => {} }: RedisOptions = {},
): Promise<Redis> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    commandTimeout,
    enableOfflineQueue: false,
    // What was sent and not answered fails when its connection ends. Sent again, it could hold a token for a request
    // that was refused.
    maxRetriesPerRequest: 0,
    // A connection that no answer comes back on is replaced.
    socketTimeout: 5 * commandTimeout,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // Every command reports its own failure; without a listener the client would print each.
  redis.on('error', () => {});
  breakCircuit(redis, rest, onChange);
  try {
    await redis.connect();
    return redis;
  } catch (cause) {
    redis.disconnect();
    const { host, port } = redis.options;
    throw new OperatorTrouble(`No Redis answers at ${host}:${port}; start it, or correct TOKEN_STORE_URL.`, { cause });
  }
};

/**
 * Puts a circuit breaker before every command of a client, except those with which the client itself sets up a
 * connection.
 */
const breakCircuit = (redis: Redis, rest: number, onChange: (state: CircuitState) => void): void => {
  // An error that the server replies with is an answer.
  const isOutage = (error: unknown): boolean => !(error instanceof ReplyError);
  const circuit = openCircuit({ isOutage, rest, onChange });
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) =>
    redis.status === 'ready' ? circuit.run(async () => send(command, stream)) : send(command, stream);
  redis.once('end', () => circuit.close());
};

/** Stands in for the time of the server, in milliseconds: a test lets time pass without waiting. */
export type ServerTime = () => number;

/** Returns what `TIME` answers, seconds and microseconds, in milliseconds. */
export const timeOf = ([seconds, microseconds]: readonly (number | string)[]): Millis =>
  Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);

/**
 * Begins a script that needs the time: `now` is the first argument, or the server's own time where that is empty. All
 * processes share the server's clock, and setting the clock of one of them changes nothing.
 */
export const NOW = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
`;

type Argument = string | number | Buffer;

/**
 * One Lua script, run in one step on the server. A server that does not answer, or is full, is `service_unavailable`.
 */
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
