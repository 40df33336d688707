import { Failure } from '@service/billing/values/failure.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { type Cluster, Redis, ReplyError } from 'ioredis';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { redisAddresses } from '../../runtime/redis-addresses.ts';
import { openCircuit } from './circuit.ts';
import { connectCluster } from './redis-cluster.ts';
import { hasNoReply, type RedisOptions, serverOptions } from './server-options.ts';

/** A connection to one server, or to a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * Connects to the Redis or Valkey of a `TOKEN_STORE_URL`: one server, or the cluster that the first server to answer
 * belongs to. Commands never wait for a server that is away: without a connection they fail at once, and after three
 * that were not answered in time a circuit breaker lets one through each second until one is answered. Throws a
 * one-line message, without the password, when nothing answers now.
 */
export const connectRedis = async (
  url: string,
  { commandTimeout = 1_000, rest = 1_000, onChange = () => {} }: RedisOptions = {},
): Promise<RedisClient> => {
  const options = { commandTimeout, rest, onChange };
  const addresses = redisAddresses(url);
  const asked: Redis[] = [];
  let cause: unknown;
  for (const address of addresses) {
    const redis = openServer(address, options);
    asked.push(redis);
    try {
      await redis.connect();
      if (!(await isClusterNode(redis))) return onlyOne(redis, addresses);
      redis.disconnect();
      return await connectCluster(addresses, redis.options, options);
    } catch (error) {
      redis.disconnect();
      if (error instanceof OperatorTrouble) throw error;
      cause = error;
    }
  }
  const servers = asked.map(nameOf).join(', ');
  throw new OperatorTrouble(`No Redis answers at ${servers}; start it, or correct TOKEN_STORE_URL.`, { cause });
};

const nameOf = ({ options: { host, port } }: Redis): string => `${host}:${port}`;

const openServer = (address: string, { commandTimeout, rest, onChange }: Required<RedisOptions>): Redis => {
  const redis = new Redis(address, {
    ...serverOptions(commandTimeout),
    lazyConnect: true,
    enableOfflineQueue: false,
    // What was sent and not answered fails when its connection ends. Sent again, it could hold a token for a request
    // that was refused.
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // Every command reports its own failure; without a listener the client would print each.
  redis.on('error', () => {});
  breakCircuit(redis, { rest, onChange });
  return redis;
};

/** Whether a server is a node of a cluster. One that does not let this user ask is none. */
const isClusterNode = async (redis: Redis): Promise<boolean> => {
  try {
    return (await redis.info('cluster')).includes('cluster_enabled:1');
  } catch (error) {
    if (error instanceof ReplyError) return false;
    throw error;
  }
};

const onlyOne = (redis: Redis, addresses: readonly string[]): Redis => {
  if (addresses.length === 1) return redis;
  throw new OperatorTrouble(
    `TOKEN_STORE_URL names ${addresses.length} servers, and ${nameOf(redis)} is not in cluster mode: name one server, or start all with cluster-enabled yes.`,
  );
};

/**
 * Puts a circuit breaker before every command of a client, except those with which the client itself sets up a
 * connection.
 */
const breakCircuit = (redis: Redis, { rest, onChange }: Pick<Required<RedisOptions>, 'rest' | 'onChange'>): void => {
  const circuit = openCircuit({ isOutage: hasNoReply, rest, onChange: (state) => onChange(state, nameOf(redis)) });
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
export const redisScript = (redis: RedisClient, name: string, numberOfKeys: number, lua: string) => {
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
