import type { Millis } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';

const LAST = "SELECT taken_at_ms FROM backups WHERE id = 'last'";
const RECORD =
  "INSERT INTO backups (id, taken_at_ms) VALUES ('last', $1) ON CONFLICT (id) DO UPDATE SET taken_at_ms = excluded.taken_at_ms";

/** Records that belong to no site: the backups are those of the whole database. */
export interface BackupRecords {
  /** Returns when the last backup was complete; undefined before the first. */
  last(): Promise<Millis | undefined>;
  record(takenAt: Millis): Promise<void>;
}

export const backupRecords = (queries: Pick<Queries, 'get' | 'run'>): BackupRecords => ({
  async last() {
    const at = (await queries.get(LAST))?.taken_at_ms;
    return at === undefined ? undefined : Number(at);
  },
  async record(takenAt) {
    await queries.run(RECORD, [takenAt]);
  },
});
