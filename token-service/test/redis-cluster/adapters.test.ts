import { randomBytes } from 'node:crypto';
import { Failure } from '@service/billing/values/failure.ts';
import { Cluster, Command } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { behavesLikeAnAttemptStore } from '../../src/adapters/attempts/attempt-store.contract.ts';
import { redisAttempts } from '../../src/adapters/attempts/redis-attempts.ts';
import { absentNodes, refusingMasters } from '../../src/adapters/redis/cluster-masters.ts';
import { connectRedis, redisScript } from '../../src/adapters/redis/redis.ts';
import { redisLimiter } from '../../src/adapters/redis/redis-limiter.ts';
import type { RedisOptions } from '../../src/adapters/redis/server-options.ts';
import { keyCheck } from '../../src/adapters/vault/key-check.ts';
import { pooledRandomness } from '../../src/adapters/vault/random.ts';
import { redisTokenStore } from '../../src/adapters/vault/redis-token-store.ts';
import { behavesLikeATokenStore } from '../../src/adapters/vault/token-store.contract.ts';
import { behavesLikeARateLimiter } from '../../src/http/limits/rate-limiter.contract.ts';
import { fingerprints } from '../../src/runtime/fingerprint.ts';
import { type ClusterServer, describeWithRedisCluster, type RedisCluster } from './cluster.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const random = pooledRandomness();
const unavailable = new Failure('service_unavailable');

const connect = async (url: string, options: RedisOptions): Promise<Cluster> => {
  const redis = await connectRedis(url, options);
  if (!(redis instanceof Cluster)) throw new Error('expected a cluster');
  return redis;
};

/** Connects for one test. */
const connectOnce = async (url: string, options: RedisOptions): Promise<Cluster> => {
  const redis = await connect(url, options);
  onTestFinished(() => redis.disconnect());
  return redis;
};

/** Returns a hash tag whose keys another master has. */
const tagElsewhere = async (cluster: RedisCluster, master: ClusterServer): Promise<string> => {
  for (;;) {
    const tag = random.text(6);
    if ((await cluster.masterOf(tag)) !== master) return tag;
  }
};

describeWithRedisCluster('a cluster of Redis', (cluster) => {
  let redis: Cluster;
  beforeAll(async () => {
    redis = await connect(cluster().url, { commandTimeout: 60_000 });
  });
  afterAll(() => redis?.disconnect());

  /** A clock that the test moves, and a prefix of its own. */
  const open = () => {
    let now = NOON;
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    return { time: () => now, pass, prefix: random.text(8) };
  };

  describe('keeps tokens', () => {
    behavesLikeATokenStore(async () => {
      const { time, pass, prefix } = open();
      return { store: redisTokenStore({ redis, random, time, perSite: 5, prefix }), pass };
    });
  });

  describe('counts attempts', () => {
    behavesLikeAnAttemptStore(() => {
      const { time, pass, prefix } = open();
      return { store: redisAttempts(redis, `${prefix}:`, time), pass };
    });
  });

  describe('counts requests', () => {
    behavesLikeARateLimiter(() => {
      const { time, pass, prefix } = open();
      return { limiter: redisLimiter(redis, `${prefix}:`, time), pass: (seconds) => pass(seconds * 1000) };
    });
  });

  test('checks that processes have one key', async () => {
    const start = async (key: Buffer, deployment: string) => {
      const check = keyCheck(redis);
      await check.agree(deployment, fingerprints(key));
      return check;
    };
    for (const deployment of ['one', 'two', 'three', 'four']) {
      const [key, other] = [randomBytes(32), randomBytes(32)];
      const check = await start(key, deployment);
      expect(await check.agrees()).toBe(true);
      await expect(start(other, deployment)).rejects.toThrow('TOKEN_STORE_KEY is not the key of the other processes');
      await check.stop();
      await (await start(other, deployment)).stop();
    }
  });

  test('keeps a site’s tokens on one master, and those of all sites on all masters', async () => {
    const store = redisTokenStore({ redis, random, prefix: random.text(8) });
    const masters = new Set<string>();
    const sites = Array.from({ length: 30 }, () => crypto.randomUUID());
    for (const site of sites) {
      await store.keep(site, 'token', Buffer.from('a'));
      masters.add((await cluster().masterOf(site)).address);
    }
    expect(masters.size).toBe(3);
    expect(await store.alive(sites)).toBe(30);
  });

  test('is found at any of its nodes, and refuses a database that it does not have', async () => {
    const [first = ''] = cluster().url.split(',');
    for (const { address } of cluster().servers) {
      const node = await connectOnce(`redis://:cluster-password@${address}`, { commandTimeout: 60_000 });
      await node.set('{any}', '1');
    }
    const nowhere = first.replace(/@.*/, '@127.0.0.1:1');
    await connectOnce(`${nowhere},${cluster().servers[3]?.address}`, { commandTimeout: 60_000 });
    await expect(connectRedis(`${nowhere},127.0.0.1:2`)).rejects.toThrow(
      'No Redis answers at 127.0.0.1:1, 127.0.0.1:2; start it, or correct TOKEN_STORE_URL.',
    );
    await expect(connectRedis(`${first}/2`)).rejects.toThrow(/^A cluster has database 0 only/);
  });

  test('follows a redirection, but not after the command has timed out', async () => {
    const redis = await connectOnce(cluster().url, { commandTimeout: 1_000 });
    const add = redisScript(redis, 'add', 1, "return redis.call('INCR', KEYS[1])");
    const tag = random.text(6);
    const [key, right] = [`{${tag}}`, await cluster().masterOf(tag)];
    const wrong = await cluster().masterOf(await tagElsewhere(cluster(), right));
    const slot = new Command('get', [key]).getSlot();
    const mistake = () => {
      redis.slots[slot] = [wrong.address];
    };

    mistake();
    expect(await add(key)).toBe(1);
    mistake();
    const asked = redis.nodes().find(({ options: { host, port } }) => `${host}:${port}` === wrong.address);
    asked?.stream.pause();
    await expect(add(key)).rejects.toEqual(unavailable);
    asked?.stream.resume();
    await asked?.ping();
    expect(await redis.get(key)).toBe('1');
  });

  test('uses tokens while their slot moves to another master, and issues none until it has moved', async () => {
    const changes: string[] = [];
    const redis = await connectOnce(cluster().url, {
      commandTimeout: 60_000,
      onChange: (state) => changes.push(state),
    });
    const prefix = random.text(6);
    const store = redisTokenStore({ redis, random, prefix });
    const site = random.text(6);
    const keep = (token: string) => store.keep(site, token, Buffer.from('a'));
    const use = async (token: string): Promise<boolean> => {
      const hold = await store.hold(site, token);
      return hold.is === 'held' && (await hold.consume());
    };
    // More often than it takes to take the master for silent.
    const refused = async () => {
      for (let times = 0; times < 4; times += 1) await expect(keep('three')).rejects.toEqual(unavailable);
    };
    const source = await cluster().masterOf(site);
    const target = await cluster().masterOf(await tagElsewhere(cluster(), source));
    const slot = new Command('get', [`{${site}}`]).getSlot();
    const [sourceId, targetId] = await Promise.all([source, target].map(({ redis }) => redis.cluster('MYID')));
    await keep('one');
    await keep('two');

    await target.redis.cluster('SETSLOT', slot, 'IMPORTING', String(sourceId));
    await source.redis.cluster('SETSLOT', slot, 'MIGRATING', String(targetId));
    expect(await use('one')).toBe(true);
    await refused();

    const keys = await source.redis.cluster('GETKEYSINSLOT', slot, 100);
    const [host = '', port = ''] = target.address.split(':');
    await source.redis.migrate(host, port, '', 0, 60_000, 'AUTH', 'cluster-password', 'KEYS', ...(keys as string[]));
    await refused();
    expect(await use('two')).toBe(true);

    for (const { redis } of [target, source]) await redis.cluster('SETSLOT', slot, 'NODE', String(targetId));
    await keep('three');
    expect(await use('three')).toBe(true);
    expect(changes).toEqual([]);
  });

  test('refuses the commands of a frozen master without sending them, after three were not answered', async () => {
    const opened = Promise.withResolvers<string>();
    const redis = await connectOnce(cluster().url, {
      commandTimeout: 2_000,
      rest: 100_000,
      onChange: (state, server) => state === 'open' && opened.resolve(server),
    });
    const add = redisScript(redis, 'add', 1, "return redis.call('INCR', KEYS[1])");
    const tag = random.text(6);
    const [key, frozen] = [`{${tag}}`, await cluster().masterOf(tag)];
    const other = `{${await tagElsewhere(cluster(), frozen)}}`;
    const refused = async (count: number) => {
      const outcomes = await Promise.allSettled(Array.from({ length: count }, () => add(key)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    };
    expect([await add(key), await add(other)]).toEqual([1, 1]);

    frozen.process.kill('SIGSTOP');
    try {
      await refused(50);
      expect(await opened.promise).toBe(frozen.address);
      await refused(1_000);
      for (let count = 2; count < 100; count += 1) expect(await add(other)).toBe(count);
      expect(await refusingMasters(redis)).toMatchObject({ refusing: [frozen.address] });
    } finally {
      frozen.process.kill('SIGCONT');
    }
    expect(await frozen.redis.get(key)).toBe('51');
  });

  test('says which nodes are away', async () => {
    expect(await absentNodes(redis)).toEqual([]);
    const { masters, refusing } = await refusingMasters(redis);
    expect(masters.toSorted()).toEqual(
      cluster()
        .servers.slice(0, 3)
        .map(({ address }) => address)
        .toSorted(),
    );
    expect(refusing).toEqual([]);
  });
});
