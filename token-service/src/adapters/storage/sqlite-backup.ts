import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Millis } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';

/** Copies a database to a file while it is in use, and checks the copy. */
export const backUpSqlite = async (database: string, file: string): Promise<void> => {
  const source = new DatabaseSync(database, { readOnly: true });
  try {
    await backup(source, file);
  } finally {
    source.close();
  }
  // The copy is one file: without the mode of the original it needs no log beside it.
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const { quick_check: found } = copy.prepare('PRAGMA quick_check(1)').get() ?? {};
    if (found !== 'ok') throw new OperatorTrouble(`The copy is damaged (${String(found)}): the database may be, too.`);
  } finally {
    copy.close();
  }
};

/** Whether a file holds sites. Throws `OperatorTrouble` while another process uses it. */
const holdsData = (database: string): boolean => {
  const connection = new DatabaseSync(database);
  try {
    // Refused while another process has the file open.
    const { journal_mode: mode } = connection.prepare('PRAGMA journal_mode = DELETE').get() ?? {};
    if (mode !== 'delete') throw new Error(String(mode));
    const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sites'").get();
    return table !== undefined && connection.prepare('SELECT 1 FROM sites LIMIT 1').get() !== undefined;
  } catch (error) {
    throw new OperatorTrouble(
      `${database} is in use, or is no database (${(error as Error).message}): stop every process that uses it.`,
    );
  } finally {
    connection.close();
  }
};

/**
 * Puts a backup in the place of a database. Returns where what was there is kept; undefined where nothing was. Throws
 * `OperatorTrouble` for a database with data unless `replace`, and while another process uses it.
 */
export const restoreSqlite = async (
  file: string,
  database: string,
  { replace, now }: { readonly replace: boolean; readonly now: Millis },
): Promise<string | undefined> => {
  const isThere = existsSync(database);
  if (isThere && holdsData(database) && !replace) {
    throw new OperatorTrouble(`${database} has data: give --replace to put the backup in its place.`);
  }
  await mkdir(dirname(database), { recursive: true, mode: 0o700 });
  const partial = `${database}.restoring`;
  await copyFile(file, partial);
  const handle = await open(partial, 'r+');
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
  const kept = isThere ? `${database}.before-restore-${now}` : undefined;
  if (kept) await rename(database, kept);
  await rename(partial, database);
  return kept;
};
