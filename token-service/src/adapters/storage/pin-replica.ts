import { setTimeout as delay } from 'node:timers/promises';
import type { Millis } from '@service/billing/values/time.ts';
import { connectReader, type PinnedReads, pinned } from './pinned-reads.ts';
import { postgresPlace, postgresReason } from './postgres-errors.ts';

/** Milliseconds that a replica has to catch up with the primary server. */
const PATIENCE: Millis = 2_000;
const STEP: Millis = 20;

/** The replica (`host:port/database`), and why the primary server reads in its place. */
export interface ReplicaTrouble {
  readonly server: string;
  readonly reason: string;
}

/**
 * Opens a connection to a replica of a PostgreSQL server, pinned to a moment at which it has all that the primary
 * server had committed when this was called. Returns why not where it does not answer, does not have it within two
 * seconds, or is no replica. Throws what the driver throws where the primary server does not answer.
 */
export const pinReplica = async (primaryUrl: string, replicaUrl: string): Promise<PinnedReads | ReplicaTrouble> => {
  const position = await positionOf(primaryUrl);
  const server = postgresPlace(replicaUrl);
  const client = await connectReader(replicaUrl).catch(postgresReason);
  if (typeof client === 'string') return { server, reason: client };
  try {
    const { flushed, cluster } = position;
    const reason = await lateness(flushed, async () => (await client.query(REPLAYED, [flushed, cluster])).rows[0]);
    if (reason === undefined) return await pinned(client);
    await client.end();
    return { server, reason };
  } catch (error) {
    await client.end().catch(() => {});
    return { server, reason: postgresReason(error) };
  }
};

/** Reads from a replica as a file does. Returns why it is not used; undefined where it is. */
export const tryReplica = async (primaryUrl: string, replicaUrl: string): Promise<ReplicaTrouble | undefined> => {
  const found = await pinReplica(primaryUrl, replicaUrl);
  if ('reason' in found) return found;
  await found.close();
  return undefined;
};

const CLUSTER = '(SELECT system_identifier::text FROM pg_control_system())';
const POSITION = `SELECT pg_current_wal_flush_lsn()::text AS flushed, ${CLUSTER} AS cluster`;
const REPLAYED =
  `SELECT pg_is_in_recovery() AND ${CLUSTER} = $2 AS follows, ` +
  'COALESCE(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS caught_up';

interface Position {
  /** The position in the write-ahead log up to which everything is committed. */
  readonly flushed: string;
  /** The id that a server and its replicas share. */
  readonly cluster: string;
}

const positionOf = async (primaryUrl: string): Promise<Position> => {
  const client = await connectReader(primaryUrl);
  try {
    return (await client.query(POSITION)).rows[0];
  } finally {
    await client.end();
  }
};

interface Replayed {
  readonly follows: boolean;
  readonly caught_up: boolean;
}

/** Waits until a replica has reached a position. Returns why it has not. */
const lateness = async (position: string, look: () => Promise<Replayed>): Promise<string | undefined> => {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const { follows, caught_up } = await look();
    if (!follows) return 'it is no replica of that server: it was promoted, or DATABASE_READ_URL names another one';
    if (caught_up) return undefined;
    if (performance.now() > until) return `it had not caught up with ${position} after ${PATIENCE / 1000} seconds`;
    await delay(STEP);
  }
};
