import type { Database } from '../src/adapters/storage/database.ts';
import { openDatabase } from '../src/adapters/storage/storage.ts';

/** The database of a service that runs in other processes. */
export type OpenRecords = Database;

/** Opens the PostgreSQL database of a service that runs in other processes, to look at its records. */
export const openRecords = (databaseUrl: string): Promise<OpenRecords> =>
  openDatabase({ dataDir: ':memory:', databaseUrl });
