import type { WorkerSign } from '@service/billing/domain/due/worker-sign.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';

/** Signs of the workers on this database. */
export interface WorkerSignRecords {
  /** Records the sign of a worker in place of its last one, and deletes signs from before a moment. */
  leave(sign: WorkerSign, forgottenBefore: Millis): Promise<void>;
  /** The latest first. */
  all(): Promise<readonly WorkerSign[]>;
  /** Deletes the sign of a worker that stops. */
  remove(holder: string): Promise<void>;
}

const LEAVE =
  'INSERT INTO worker_signs (holder, started_at_ms, seen_at_ms) VALUES ($1, $2, $3) ' +
  'ON CONFLICT (holder) DO UPDATE SET seen_at_ms = excluded.seen_at_ms';
const FORGET = 'DELETE FROM worker_signs WHERE seen_at_ms < $1';
const ALL = 'SELECT holder, started_at_ms, seen_at_ms FROM worker_signs ORDER BY seen_at_ms DESC, holder';
const REMOVE = 'DELETE FROM worker_signs WHERE holder = $1';

export const workerSignRecords = (queries: Pick<Queries, 'all' | 'run'>): WorkerSignRecords => ({
  async leave({ holder, started_at_ms, seen_at_ms }, forgottenBefore) {
    await queries.run(LEAVE, [holder, started_at_ms, seen_at_ms]);
    await queries.run(FORGET, [forgottenBefore]);
  },
  all: async () =>
    (await queries.all(ALL)).map(({ holder, started_at_ms, seen_at_ms }) => ({
      holder: String(holder),
      started_at_ms: Number(started_at_ms),
      seen_at_ms: Number(seen_at_ms),
    })),
  async remove(holder) {
    await queries.run(REMOVE, [holder]);
  },
});
