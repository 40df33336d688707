/** A cluster of Redis on this machine: three masters, each with a replica, in six processes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { freePorts } from '../../../e2e/fixtures/free-ports.ts';

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

const MASTERS = 3;
const SLOTS = 16_384;
/** Milliseconds after which a silent master is replaced while the cluster forms, and once it has. */
const FORMING = 1_000;
const FORMED = 60_000;
const PASSWORD = 'cluster-password';
const MISSING = 'no redis-server is installed, and no valkey-server';

/** One process of the cluster. */
export interface ClusterServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  readonly process: ChildProcess;
  /** A connection of the test's own. */
  readonly redis: Redis;
}

export interface RedisCluster {
  /** A `TOKEN_STORE_URL` that names all servers. */
  readonly url: string;
  readonly servers: readonly ClusterServer[];
  /** Returns the master that has this hash tag: the text in the braces of a key. */
  masterOf(tag: string): Promise<ClusterServer>;
  /** Sets the milliseconds of silence after which the servers replace a master by its replica. */
  failOverAfter(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Tests with a cluster of their own, which is started for them. Without a server's program they are skipped. */
export const describeWithRedisCluster = (name: string, body: (cluster: () => RedisCluster) => void): void => {
  if (!program && !process.env.CI) {
    describe(name, () => test.skip(MISSING, () => {}));
    return;
  }
  describe(name, () => {
    let cluster: RedisCluster;
    beforeAll(async () => {
      cluster = await startRedisCluster();
    });
    afterAll(() => cluster?.stop());
    body(() => cluster);
  });
};

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition().catch(() => false))) await wait(20);
};

const startRedisCluster = async (): Promise<RedisCluster> => {
  if (!program) throw new Error(MISSING);
  const folder = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
  const ports = await freePorts(4 * MASTERS);
  const servers = ports.slice(0, 2 * MASTERS).map((port, at) => start(folder, port, ports[2 * MASTERS + at] ?? 0));
  const running = () => servers.filter(({ process: { exitCode, signalCode } }) => exitCode === null && !signalCode);
  const stop = async (): Promise<void> => {
    await Promise.all(
      running().map(async ({ process: child }) => {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }),
    );
    for (const { redis } of servers) redis.disconnect();
    rmSync(folder, { recursive: true });
  };
  const failOverAfter = async (milliseconds: number): Promise<void> => {
    await Promise.all(running().map(({ redis }) => redis.config('SET', 'cluster-node-timeout', milliseconds)));
  };
  try {
    await Promise.race([form(servers, ports.slice(2 * MASTERS)), endOfOne(servers)]);
    // No master is replaced because the machine is busy.
    await failOverAfter(FORMED);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `redis://:${PASSWORD}@${servers.map(({ address }) => address).join(',')}`,
    servers,
    async masterOf(tag) {
      const [first] = running();
      const slot = Number(await first?.redis.cluster('KEYSLOT', `{${tag}}`));
      const ranges = (await first?.redis.cluster('SLOTS')) ?? [];
      const [, , [host, port] = []] = ranges.find(([from, to]) => from <= slot && slot <= to) ?? [];
      const master = servers.find(({ address }) => address === `${host}:${port}`);
      if (!master) throw new Error(`No server has slot ${slot}.`);
      return master;
    },
    failOverAfter,
    stop,
  };
};

const start = (folder: string, port: number, busPort: number): ClusterServer => {
  const dir = join(folder, String(port));
  mkdirSync(dir);
  const settings = {
    ...{ bind: '127.0.0.1', port, 'cluster-port': busPort, dir, requirepass: PASSWORD, masterauth: PASSWORD },
    ...{ save: '', appendonly: 'no', 'repl-diskless-sync-delay': 0 },
    ...{ 'cluster-enabled': 'yes', 'cluster-require-full-coverage': 'no', 'cluster-replica-validity-factor': 0 },
    // How often they talk to one another follows from it.
    'cluster-node-timeout': FORMING,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(program ?? 'redis-server', args, { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const redis = new Redis({ port, password: PASSWORD, retryStrategy: () => 20, maxRetriesPerRequest: null });
  redis.on('error', () => {});
  return { address: `127.0.0.1:${port}`, process: child, redis };
};

/** Rejects when one of the servers ends. */
const endOfOne = (servers: readonly ClusterServer[]) =>
  new Promise<never>((_, reject) => {
    const ended = (status: number | null) =>
      reject(new Error(`${program} ended with ${status}. Is it older than 7.0?`));
    for (const { process: child } of servers) child.once('exit', ended);
  });

/** Makes a cluster of servers that were just started: masters first, then a replica of each. */
const form = async (servers: readonly ClusterServer[], busPorts: readonly number[]): Promise<void> => {
  const masters = servers.slice(0, MASTERS);
  await Promise.all(
    masters.map(async ({ redis }, at) => {
      const slotAt = (place: number) => Math.floor((place * SLOTS) / MASTERS);
      await redis.cluster('SET-CONFIG-EPOCH', at + 1);
      await redis.cluster('ADDSLOTSRANGE', slotAt(at), slotAt(at + 1) - 1);
    }),
  );
  // Each meets each: what one hears of another comes later.
  for (const [at, { redis }] of servers.entries()) {
    for (let other = at + 1; other < servers.length; other += 1) {
      await redis.cluster('MEET', '127.0.0.1', servers[other]?.redis.options.port ?? 0, busPorts[other] ?? 0);
    }
  }
  const ids = await Promise.all(masters.map(({ redis }) => redis.cluster('MYID') as Promise<string>));
  await Promise.all(
    servers.slice(MASTERS).map(async ({ redis }, at) => {
      await until(async () => (await redis.cluster('REPLICATE', ids[at] ?? '')) === 'OK');
      await until(async () => (await redis.info('replication')).includes('master_link_status:up'));
    }),
  );
  await Promise.all(
    servers.map(({ redis }) =>
      until(async () => {
        const known = String(await redis.cluster('NODES'))
          .trim()
          .split('\n');
        const all =
          known.length === servers.length && known.filter((line) => line.includes('slave')).length === MASTERS;
        return all && String(await redis.cluster('INFO')).includes('cluster_state:ok');
      }),
    ),
  );
};
