import type { ProcessSign } from '@service/billing/domain/processes/process-sign.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';

/** Signs of the processes on this database. */
export interface ProcessSignRecords {
  /** Records the sign of a process in place of its last one, and deletes signs from before a moment. */
  leave(sign: ProcessSign, forgottenBefore: Millis): Promise<void>;
  /** Those that started first come first. */
  all(): Promise<readonly ProcessSign[]>;
  /** Deletes the sign of a process that stops. */
  remove(holder: string): Promise<void>;
}

const LEAVE =
  'INSERT INTO process_signs (holder, serves, version, host, pid, started_at_ms, seen_at_ms) ' +
  'VALUES ($1, $2, $3, $4, $5, $6, $7) ' +
  'ON CONFLICT (holder) DO UPDATE SET seen_at_ms = excluded.seen_at_ms';
const FORGET = 'DELETE FROM process_signs WHERE seen_at_ms < $1';
const ALL =
  'SELECT holder, serves, version, host, pid, started_at_ms, seen_at_ms FROM process_signs ' +
  'ORDER BY started_at_ms, holder';
const REMOVE = 'DELETE FROM process_signs WHERE holder = $1';

export const processSignRecords = (queries: Pick<Queries, 'all' | 'run'>): ProcessSignRecords => ({
  async leave({ holder, serves, version, host, pid, started_at_ms, seen_at_ms }, forgottenBefore) {
    await queries.run(LEAVE, [holder, serves, version, host, pid, started_at_ms, seen_at_ms]);
    await queries.run(FORGET, [forgottenBefore]);
  },
  all: async () =>
    (await queries.all(ALL)).map(({ holder, serves, version, host, pid, started_at_ms, seen_at_ms }) => ({
      holder: String(holder),
      serves: String(serves),
      version: String(version),
      host: String(host),
      pid: Number(pid),
      started_at_ms: Number(started_at_ms),
      seen_at_ms: Number(seen_at_ms),
    })),
  async remove(holder) {
    await queries.run(REMOVE, [holder]);
  },
});
