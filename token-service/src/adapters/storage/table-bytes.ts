import type { Database } from './database.ts';

/** The space that a table takes on the disk, with its indexes. */
export interface TableBytes {
  readonly table: string;
  readonly bytes: number;
}

/** The embedded database as a whole: to measure its tables, every page would be read. */
const WHOLE_FILE = '_file';

const OF_TABLES =
  'SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes FROM pg_class c ' +
  "WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace";
const OF_FILE = 'SELECT p.page_count * s.page_size AS bytes FROM pragma_page_count() AS p, pragma_page_size() AS s';

/** Returns the space that each table takes; of the embedded database, that of its file. */
export const tableBytes = async (
  database: Pick<Database, 'engine' | 'all' | 'get'>,
): Promise<readonly TableBytes[]> => {
  if (database.engine === 'sqlite') {
    return [{ table: WHOLE_FILE, bytes: Number((await database.get(OF_FILE))?.bytes) }];
  }
  return (await database.all(OF_TABLES)).map(({ name, bytes }) => ({ table: String(name), bytes: Number(bytes) }));
};
