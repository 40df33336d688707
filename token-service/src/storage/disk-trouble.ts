import { Failure } from '@service/billing/failure.ts';
import { OperatorTrouble } from '../operator-trouble.ts';
import type { Database, DiskTrouble } from './database.ts';

/** A database whose errors tell what state its disk is in. */
export interface WatchedDatabase extends Database {
  /** Resolves with the trouble that the disk is in, undefined for none. Rejects when the database does not answer. */
  health(): Promise<DiskTrouble | undefined>;
}

/**
 * Characters of the row that is written to find out whether there is room: more than an engine has left in the pages it
 * already has.
 */
const FILLER = 65_536;

/**
 * Watches the errors of a database. A full disk is `service_unavailable`, because the engine has undone what it was
 * asked to write; it is over once `health` can write a row again. Corruption lasts until the process ends, because what
 * is read may be wrong anywhere.
 */
export const watchDisk = (database: Database): WatchedDatabase => {
  let trouble: DiskTrouble | undefined;

  const judge = (error: unknown): unknown => {
    const found = database.troubleOf(error);
    if (!found) return error;
    if (trouble !== 'corrupt') trouble = found;
    return found === 'full' ? new Failure('service_unavailable') : error;
  };
  const judged = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      throw judge(error);
    }
  };

  return {
    ...database,
    all: (sql, values) => judged(database.all(sql, values)),
    get: (sql, values) => judged(database.get(sql, values)),
    run: (sql, values) => judged(database.run(sql, values)),
    write: (sql, values) => judged(database.write(sql, values)),
    transaction: (work, line, alone) => judged(database.transaction(work, line, alone)),
    async health() {
      try {
        await database.check();
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
    // Random, because an engine may compress it.
    const filler = crypto.getRandomValues(Buffer.alloc((FILLER * 3) / 4)).toString('base64');
    await queries.run('INSERT INTO migrations (version, name, applied_at_ms) VALUES (-1, $1, 0)', [filler]);
    await queries.run('DELETE FROM migrations WHERE version = -1');
  });

/** The one line that ends a startup which the disk does not allow; undefined for other errors. */
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
