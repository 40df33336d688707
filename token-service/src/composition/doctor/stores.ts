import type { World } from '@service/billing/ports/world.ts';
import { Cluster } from 'ioredis';
import pino from 'pino';
import { absentNodes, refusingMasters } from '../../adapters/redis/cluster-masters.ts';
import { tryReplica } from '../../adapters/storage/pin-replica.ts';
import type { OpenStorage } from '../../adapters/storage/storage.ts';
import { tryDirectAddress } from '../../adapters/storage/wake-signal.ts';
import type { Config } from '../../config.ts';
import { fingerprints } from '../../runtime/fingerprint.ts';
import { exposedBy } from '../../runtime/settings/exposing-setting.ts';
import { openShared } from '../shared-state.ts';
import { examined, type Finding, failure, ok, warning } from './finding.ts';
import { clockFinding } from './machine.ts';

/** Milliseconds after which a signal between processes is late. */
const SLOW_SIGNAL = 1_000;

/** The settings, the clock and the opened database of an examination. */
export interface Examined {
  readonly config: Config;
  readonly world: World;
  readonly opened: OpenStorage;
}

/** Examines the settings beyond what every start checks. */
export const examineSettings = (config: Config): Finding => {
  const { databaseUrl, tokenStoreUrl, publicUrl, consoleUrl, metricsToken, clockFile } = config;
  if (clockFile) return warning('settings', 'TEST_CLOCK_FILE moves the clock.', 'Leave it out, except in tests.');
  const exposure = exposedBy(config);
  if (exposure && publicUrl === null) {
    return warning('settings', 'PUBLIC_URL is not set.', 'Set it, because links in mail begin with it.');
  }
  if (exposure && consoleUrl === null) {
    return warning('settings', 'CONSOLE_URL is not set.', 'Set it, because invitations to the console begin with it.');
  }
  if (exposure && metricsToken === null) {
    return warning('settings', 'METRICS_TOKEN is not set.', 'Set it, so that other machines may read /metrics.');
  }
  if (databaseUrl && tokenStoreUrl === null) {
    return warning('settings', 'TOKEN_STORE_URL is not set.', 'Set it before you run a second process.');
  }
  return ok('settings', 'They can be used.');
};

/** Examines the database: its disk, and its clock where it has one of its own. */
export const examineDatabase = ({ opened, world, config }: Examined) =>
  examined('database', 'Start the database, or correct DATABASE_URL.', async () => {
    const trouble = await opened.health();
    if (trouble === 'full') return failure('database', 'Its disk is full.', 'Free space on its disk.');
    if (trouble === 'corrupt') {
      return failure('database', 'It is damaged.', 'Stop the service and restore a backup: npm run restore -- <file>');
    }
    if (trouble === 'read-only') {
      return failure(
        'database',
        'It refuses to write.',
        'Promote the standby, or set DATABASE_URL to the primary server.',
      );
    }
    const found = ok('database', 'It answers, and its disk has space.');
    if (config.databaseUrl === null) return found;
    const before = world.clock.now();
    const server = await opened.serverTime();
    return [found, clockFinding('clock database', server ?? before, [before, world.clock.now()])];
  });

/**
 * Examines the address of the server itself behind a pooler; skipped without one. A process that only reads uses no
 * other address, and gets no signals: a standby has none.
 */
export const examineDirectAddress = async ({
  databaseUrl,
  databaseDirectUrl,
  readOnly,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'readOnly'>): Promise<readonly Finding[]> =>
  databaseUrl === null || databaseDirectUrl === null || readOnly
    ? []
    : examined('database direct', 'Correct DATABASE_DIRECT_URL, which is the server behind the pooler.', async () => {
        const took = await tryDirectAddress(databaseUrl, databaseDirectUrl);
        const found = 'It answers, and gets signals that are sent through the pooler';
        if (took < SLOW_SIGNAL) return ok('database direct', `${found}.`);
        const seconds = Math.round(took / 100) / 10;
        const advice = 'See what keeps the server or the pooler busy: work that is due at once begins later.';
        return warning('database direct', `${found}, but only after ${seconds} seconds.`, advice);
      });

/** Examines the replica of the database server; skipped without one. One that is late or away is a warning. */
export const examineReplica = async ({
  databaseUrl,
  databaseReadUrl,
  readOnly,
}: Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'readOnly'>): Promise<readonly Finding[]> =>
  databaseUrl === null || databaseReadUrl === null || readOnly
    ? []
    : examined('database replica', 'Correct DATABASE_URL.', async () => {
        const trouble = await tryReplica(databaseUrl, databaseReadUrl);
        if (!trouble) return ok('database replica', 'It has caught up with the server of DATABASE_URL.');
        const advice =
          'Start the replica, or correct DATABASE_READ_URL. Meanwhile reports and files are read from DATABASE_URL.';
        return warning('database replica', `${trouble.server} is not used: ${trouble.reason}.`, advice);
      });

/**
 * Examines Redis: whether it takes writes, in a cluster at each master, and whether other processes have the same key.
 * A node of a cluster that is away is a warning.
 */
export const examineRedis = async ({ config, world, opened }: Examined): Promise<readonly Finding[]> => {
  const { databaseUrl, tokenStoreUrl, tokenStoreKey } = config;
  if (tokenStoreUrl === null) return [ok('redis', 'It is not used.')];
  return examined('redis', 'Start Redis, or correct TOKEN_STORE_URL or TOKEN_STORE_KEY.', async () => {
    const log = pino({ level: 'silent' });
    const shared = await openShared({
      ...{ databaseUrl, tokenStoreUrl, clock: world.clock, log },
      ...{ serverTime: undefined, redisTimeout: undefined },
    });
    try {
      const cluster = shared.redis instanceof Cluster ? shared.redis : undefined;
      const { refusing } = cluster ? await refusingMasters(cluster) : { refusing: [] };
      if (refusing.length > 0) return refusing.map(refusingMaster);
      const troubles = (await Promise.all(shared.parts.map(({ look }) => look()))).flat();
      if (troubles[0]) throw new Error(troubles[0].reason);
      const [first] = (await opened.sites.all()).map(({ id }) => id).sort();
      if (first !== undefined && tokenStoreKey) await shared.agreeOnKey(first, fingerprints(tokenStoreKey));
      const absent = cluster ? (await absentNodes(cluster)).map(absentNode) : [];
      const who = cluster ? 'Each master of the cluster' : 'It';
      return [...absent, ok('redis', `${who} answers and takes writes, and no process has another TOKEN_STORE_KEY.`)];
    } finally {
      await shared.close();
    }
  });
};

const refusingMaster = (server: string): Finding =>
  failure(
    'redis',
    `${server}, a master of the cluster, does not answer or cannot be written to: tokens of its sites are refused.`,
    'Start it, give it memory, or promote its replica: redis-cli -h <replica> CLUSTER FAILOVER FORCE.',
  );

const absentNode = (server: string): Finding =>
  warning(
    'redis',
    `${server}, a node of the cluster, is away.`,
    'Start it, so that each master has a replica, or remove it: redis-cli --cluster del-node.',
  );
