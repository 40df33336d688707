import { Cluster, type Redis, type RedisOptions as ServerOptions } from 'ioredis';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { type Circuit, openCircuit } from './circuit.ts';
import { mastersOf } from './cluster-masters.ts';
import { hasNoReply, type RedisOptions, serverOptions } from './server-options.ts';

/**
 * A connection to a cluster, found at one of these addresses. Commands of the keys of one master never wait for
 * another, and each master has a circuit breaker of its own. Throws a one-line message when no master can be reached.
 */
export const connectCluster = async (
  addresses: readonly string[],
  { db, username, password, tls, family }: ServerOptions,
  options: Required<RedisOptions>,
): Promise<Cluster> => {
  if (db) throw new OperatorTrouble(`A cluster has database 0 only: leave /${db} out of TOKEN_STORE_URL.`);
  const named = addresses.map((address) => new URL(address));
  const cluster = new Cluster(
    named.map(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 6379 })),
    {
      lazyConnect: true,
      enableOfflineQueue: false,
      // A server that redirects a command has not run it; after any other failure it might have. Sent again, it could
      // hold a token for a request that was refused.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      // A slot that moves needs two; the rest is for nodes that have not heard of it yet.
      maxRedirections: 4,
      // Health reports a cluster that is down.
      enableReadyCheck: false,
      clusterRetryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
      // Certificates are issued for names.
      dnsLookup: (name, callback) => callback(null, name),
      redisOptions: {
        ...serverOptions(options.commandTimeout),
        ...{ username, password, tls, family },
      },
    },
  );
  // Every command reports its own failure; without a listener the client would print each.
  cluster.on('error', () => {});
  const nodes = connectNodes(cluster);
  breakCircuits(cluster, nodes, options);
  const where = named.map(({ host }) => host).join(', ');
  try {
    await cluster.connect();
  } catch (cause) {
    cluster.disconnect();
    throw new OperatorTrouble(
      `The Redis cluster at ${where} does not say which node has which keys: assign its slots (redis-cli --cluster create), or correct TOKEN_STORE_URL.`,
      { cause },
    );
  }
  const masters = mastersOf(cluster);
  const reached = await Promise.all(masters.map((master) => connected(nodes.get(master))));
  if (reached.includes(true)) return cluster;
  cluster.disconnect();
  throw new OperatorTrouble(
    `The Redis cluster at ${where} announces ${masters.join(', ')}, and none of these answers: let this machine reach them (with rediss:// by the names in their certificates), or set cluster-announce-ip or cluster-announce-hostname.`,
  );
};

/** Connects to every node as soon as it is known, replicas too, so that one that is promoted is used at once. */
const connectNodes = (cluster: Cluster): ReadonlyMap<string, Redis> => {
  const nodes = new Map<string, Redis>();
  const nameOf = ({ options: { host, port } }: Redis): string => `${host}:${port}`;
  cluster.on('+node', (node: Redis) => {
    nodes.set(nameOf(node), node);
    // A redirection that comes after the command has timed out must not be followed.
    const send = node.sendCommand.bind(node);
    node.sendCommand = (command, stream) => (command.isSettled ? command.promise : send(command, stream));
    node.connect().catch(() => {});
  });
  cluster.on('-node', (node: Redis) => {
    if (nodes.get(nameOf(node)) === node) nodes.delete(nameOf(node));
  });
  return nodes;
};

/** Resolves with whether a node is connected, once it is or is not. */
const connected = async (node: Redis | undefined): Promise<boolean> => {
  if (!node || node.status === 'end') return false;
  if (node.status !== 'ready') {
    await new Promise<void>((resolve) => node.once('ready', resolve).once('end', resolve));
  }
  return node.status === 'ready';
};

/** Puts a circuit breaker before every command of a master's keys, which is replaced with the master. */
const breakCircuits = (
  cluster: Cluster,
  nodes: ReadonlyMap<string, Redis>,
  { rest, onChange }: Required<RedisOptions>,
): void => {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (master: string): Circuit => {
    const circuit =
      circuits.get(master) ?? openCircuit({ isOutage: hasNoReply, rest, onChange: (state) => onChange(state, master) });
    circuits.set(master, circuit);
    return circuit;
  };
  const drop = (master: string): void => {
    circuits.get(master)?.close();
    circuits.delete(master);
  };

  const send = cluster.sendCommand.bind(cluster);
  cluster.sendCommand = (command, stream, node) => {
    const master = cluster.slots[command.getSlot()]?.[0];
    // One without keys may go to any master, and fails at once where none is connected.
    if (cluster.status !== 'ready' || master === undefined) return send(command, stream, node);
    return circuitOf(master).run(async () => {
      try {
        // The client would ask any other node for the address of the master, which has not changed.
        if (nodes.get(master)?.status !== 'ready') throw new Error(`${master} is not connected.`);
        return await send(command, stream, node);
      } catch (error) {
        // Another node may have replaced it.
        if (hasNoReply(error)) cluster.refreshSlotsCache();
        throw error;
      }
    });
  };

  cluster.on('refresh', () => {
    const masters = mastersOf(cluster);
    for (const master of circuits.keys()) {
      if (masters.includes(master)) continue;
      drop(master);
      onChange('replaced', master);
    }
  });
  cluster.once('end', () => {
    for (const master of circuits.keys()) drop(master);
  });
};
