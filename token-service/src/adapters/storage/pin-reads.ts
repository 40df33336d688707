import { join } from 'node:path';
import { pinReplica, type ReplicaTrouble } from './pin-replica.ts';
import { type PinnedReads, pinPostgres, pinSqlite, unavailable } from './pinned-reads.ts';

/** The addresses of a database that reports and files are read from. */
export interface FileReads {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** A replica of the server, which reads reports and files. */
  readonly databaseReadUrl?: string | null;
  readonly readOnly?: boolean;
}

/** Receives why the replica is not used, once, and undefined once it is used again. */
export type OnReplica = (trouble: ReplicaTrouble | undefined) => void;

/**
 * Returns what opens connections that read one moment: at the replica where there is one, and in its place at the
 * server itself. They have all that was committed before they were opened.
 */
export const openPinning = (
  { dataDir, databaseUrl, databaseReadUrl, readOnly }: FileReads,
  onReplica: OnReplica = () => {},
): (() => Promise<PinnedReads>) => {
  if (databaseUrl === null) return async () => pinSqlite(sqliteFile(dataDir));
  // The server of a process that only reads may be a replica itself.
  if (!databaseReadUrl || readOnly) return () => pinPostgres(databaseUrl);
  let isTroubled = false;
  return async () => {
    const found = await pinReplica(databaseUrl, databaseReadUrl).catch(unavailable);
    const trouble = 'reason' in found ? found : undefined;
    if (isTroubled !== (trouble !== undefined)) onReplica(trouble);
    isTroubled = trouble !== undefined;
    return 'reason' in found ? pinPostgres(databaseUrl) : found;
  };
};

/** Returns the file of the embedded database in its folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'billing.sqlite');
