import type { Millis } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';

/** A part that does not work in one process on this database. */
export interface ProcessTrouble {
  /** Identifies the process. */
  readonly holder: string;
  /** The name in `/health`. */
  readonly part: string;
  readonly reason: string;
  readonly seen_at_ms: Millis;
}

/** The troubles of the processes on this database, as each says itself. */
export interface ProcessTroubleRecords {
  /** Replaces what a process said before, and deletes what others said before a moment. */
  leave(
    holder: string,
    troubles: readonly Pick<ProcessTrouble, 'part' | 'reason'>[],
    at: Millis,
    forgottenBefore: Millis,
  ): Promise<void>;
  /** Returns them by part and process. */
  all(): Promise<readonly ProcessTrouble[]>;
}

const LEAVE =
  'INSERT INTO process_troubles (holder, part, reason, seen_at_ms) VALUES ($1, $2, $3, $4) ' +
  'ON CONFLICT (holder, part) DO UPDATE SET reason = excluded.reason, seen_at_ms = excluded.seen_at_ms';
// The clock may have been set back since.
const FORGET = 'DELETE FROM process_troubles WHERE (holder = $1 AND seen_at_ms <> $2) OR seen_at_ms < $3';
const FORGET_ALL = 'DELETE FROM process_troubles WHERE holder = $1 OR seen_at_ms < $2';
const ALL = 'SELECT holder, part, reason, seen_at_ms FROM process_troubles ORDER BY part, holder';

export const processTroubleRecords = (queries: Pick<Queries, 'all' | 'run'>): ProcessTroubleRecords => ({
  async leave(holder, troubles, at, forgottenBefore) {
    for (const { part, reason } of troubles) await queries.run(LEAVE, [holder, part, reason, at]);
    if (troubles.length > 0) await queries.run(FORGET, [holder, at, forgottenBefore]);
    else await queries.run(FORGET_ALL, [holder, forgottenBefore]);
  },
  all: async () =>
    (await queries.all(ALL)).map(({ holder, part, reason, seen_at_ms }) => ({
      holder: String(holder),
      part: String(part),
      reason: String(reason),
      seen_at_ms: Number(seen_at_ms),
    })),
});
