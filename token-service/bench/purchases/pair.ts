import type { Queries } from '../../src/adapters/storage/database.ts';
import { openDatabase, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, randomIds } from '../../src/runtime/world.ts';

const TABLE =
  'CREATE TABLE IF NOT EXISTS bare_rows (site_id text NOT NULL, id text NOT NULL, at bigint NOT NULL, body text NOT NULL, PRIMARY KEY (site_id, id))';
const INSERT = 'INSERT INTO bare_rows (site_id, id, at, body) VALUES ($1, $2, $3, $4)';
const SELECT = 'SELECT id, at, body FROM bare_rows WHERE site_id = $1 AND id = $2';
const UPDATE = 'UPDATE bare_rows SET at = $3 WHERE site_id = $1 AND id = $2';
const DELETE = 'DELETE FROM bare_rows WHERE site_id = $1 AND id = $2';

/** About the size of an invoice line. */
const BODY = 'x'.repeat(300);
const SITE = 'site';

/**
 * The minimum of the payment path: a payment intent and its outcome, in two transactions of 3 and 12 statements, each
 * by primary key.
 */
export const openPair = async (config: StorageConfig) => {
  const database = await openDatabase(config);
  const ids = randomIds(machineClock);
  await database.run(TABLE);
  const insert = (queries: Queries, id: string) => queries.run(INSERT, [SITE, id, 1, BODY]);
  return {
    async once(): Promise<void> {
      const id = ids.uuid();
      await database.transaction(async (queries) => {
        await queries.get(SELECT, [SITE, id]);
        await insert(queries, `${id}/intent`);
        await insert(queries, `${id}/reserved`);
      }, SITE);
      await database.transaction(async (queries) => {
        await queries.get(SELECT, [SITE, `${id}/intent`]);
        await queries.get(SELECT, [SITE, `${id}/reserved`]);
        for (let n = 0; n < 8; n += 1) await insert(queries, `${id}/${n}`);
        await queries.run(UPDATE, [SITE, `${id}/reserved`, 2]);
        await queries.run(DELETE, [SITE, `${id}/intent`]);
      }, SITE);
    },
    close: () => database.close(),
  };
};
