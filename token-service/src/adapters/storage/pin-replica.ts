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
    const reason = await lateness(position, async () => (await client.query(REPLAYED, [position])).rows[0]);
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

const POSITION = 'SELECT pg_current_wal_flush_lsn()::text AS flushed';
const REPLAYED =
  'SELECT pg_is_in_recovery() AS follows, COALESCE(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS caught_up';

/** Returns the position in the primary server's log up to which everything is committed. */
const positionOf = async (primaryUrl: string): Promise<string> => {
  const client = await connectReader(primaryUrl);
  try {
    return (await client.query<{ flushed: string }>(POSITION)).rows[0]?.flushed ?? '';
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
    if (!follows) return 'it is no replica: it was promoted, or DATABASE_READ_URL names another server';
    if (caught_up) return undefined;
    if (performance.now() > until) return `it had not caught up with ${position} after ${PATIENCE / 1000} seconds`;
    await delay(STEP);
  }
};
