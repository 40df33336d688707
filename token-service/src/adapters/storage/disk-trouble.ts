import { Failure } from '@service/billing/values/failure.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import type { Database, DiskTrouble, StorageTrouble } from './database.ts';

/** A database with the state of its disk, as its errors indicate it. */
export interface WatchedDatabase extends Database {
  /** Resolves with its trouble, undefined for none. Rejects when the database does not respond. */
  health(): Promise<StorageTrouble | undefined>;
}

/** Characters of the row that is written to test for free space: more than an engine has left in allocated pages. */
const FILLER = 65_536;

/**
 * Watches the errors of a database. A full disk is `service_unavailable`, because the engine has rolled the write back;
 * it ends when `health` can write a row again. Corruption is reported until the process ends, because any data that is
 * read may be wrong.
 */
export const watchDisk = (database: Database): WatchedDatabase => {
  let trouble: DiskTrouble | undefined;

  const judge = (error: unknown): unknown => {
    const found = database.troubleOf(error);
    if (!found) return error;
    if (trouble !== 'corrupt') trouble = found;
    return found === 'full' ? new Failure('service_unavailable') : error;
  };
  const judged = <T>(result: Promise<T>): Promise<T> =>
    result.catch((error) => {
      throw judge(error);
    });

  return {
    ...database,
    all: (sql, values) => judged(database.all(sql, values)),
    get: (sql, values) => judged(database.get(sql, values)),
    run: (sql, values) => judged(database.run(sql, values)),
    write: (sql, values) => judged(database.write(sql, values)),
    transaction: (work, queue, how) => judged(database.transaction(work, queue, how)),
    async health() {
      try {
        const refusal = await database.check();
        if (refusal) return trouble ?? refusal;
        if (trouble === 'full' || (await database.isNearlyFull())) {
          await tryToWrite(database);
          if (trouble === 'full') trouble = undefined;
        }
      } catch (error) {
        judge(error);
        if (!database.troubleOf(error)) throw error;
      }
      return trouble;
    },
  };
};

/** Writes a row that needs new pages, and deletes it in the same transaction. */
const tryToWrite = (database: Database): Promise<void> =>
  database.transaction(async (queries) => {
    // Random, because an engine might compress it.
    const filler = crypto.getRandomValues(Buffer.alloc((FILLER * 3) / 4)).toString('base64');
    await queries.run('INSERT INTO migrations (version, name, applied_at_ms) VALUES (-1, $1, 0)', [filler]);
    await queries.run('DELETE FROM migrations WHERE version = -1');
  });

/** Returns the one-line message for a startup that fails because of the disk; undefined for other errors. */
export const startupTrouble = (
  { troubleOf, place }: Pick<Database, 'troubleOf' | 'place'>,
  error: unknown,
): OperatorTrouble | undefined => {
  const trouble = troubleOf(error);
  if (!trouble) return undefined;
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  const message = {
    corrupt:
      `The database ${place} is corrupt (${reason}). Stop every process that uses it and restore it from a backup; ` +
      'DATA_DIR or DATABASE_URL can name another database meanwhile.',
    full: `The disk of the database ${place} is full (${reason}). Free some space on it and start again.`,
  }[trouble];
  return new OperatorTrouble(message, { cause: error });
};
