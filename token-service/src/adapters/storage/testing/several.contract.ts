import { loadModule } from 'libpg-query';
import pg from 'pg';
import { expect, test } from 'vitest';
import { SHARED_TABLES } from '../distribution.ts';
import { type Several, severalOf } from '../several.ts';
import { crossesSites } from './sites-of-statement.ts';

/** For the statements that a contract has recorded: the texts by which PostgreSQL is asked for several of each. */
export const canBeSentTogether = (recorded: ReadonlySet<string>, url: () => string): void => {
  test('statements that are sent as one are valid, and name the same site', async () => {
    await loadModule();
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    try {
      const kinds = new Map<Several['is'], number>();
      const faults: string[] = [];
      for (const sql of recorded) {
        const several = severalOf(sql);
        if (!several) continue;
        kinds.set(several.is, (kinds.get(several.is) ?? 0) + 1);
        if (several.is === 'series') continue;
        const types = await typesOf(client, sql);
        // Those of the site alone are all equal: one of them is sent.
        if (several.is === 'each' && types.length === 1) continue;
        const texts =
          several.is === 'rows' ? [several.sql(3)] : [true, false].map((counts) => several.sql(types, counts));
        for (const text of texts) {
          await typesOf(client, text).catch((error: Error) => faults.push(`${error.message}: ${text}`));
          if (crossesSites(sql, isDistributed).length > 0) continue;
          for (const fault of crossesSites(text, isDistributed)) faults.push(`${fault}: ${text}`);
        }
      }
      expect(faults).toEqual([]);
      expect(kinds.get('rows')).toBeGreaterThan(50);
      expect(kinds.get('each')).toBeGreaterThan(200);
      expect(kinds.get('series')).toBe(1);
    } finally {
      await client.end();
    }
  });
};

/** Returns the types of the parameters of a statement. Fails if it is not valid. */
const typesOf = async (client: pg.Client, sql: string): Promise<string[]> => {
  await client.query(`PREPARE given AS ${sql}`);
  const { rows } = await client.query(
    "SELECT CAST(parameter_types AS text[]) AS types FROM pg_prepared_statements WHERE name = 'given'",
  );
  await client.query('DEALLOCATE given');
  return rows[0].types;
};

const isDistributed = (table: string): boolean => !(table in SHARED_TABLES);
