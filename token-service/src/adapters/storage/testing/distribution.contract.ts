import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { CROSS_SITE_STATEMENTS, SHARED_TABLES } from '../distribution.ts';
import { exportPageOf } from '../exports/export-snapshot.ts';
import { EXPORT_TABLES } from '../exports/export-tables.ts';
import { crossesSites } from './sites-of-statement.ts';

/** Statements that read or write rows; the others define the schema or control a transaction. */
const OF_ROWS = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

const isDistributed = (table: string): boolean => !(table in SHARED_TABLES);

/**
 * The rules that let the database be distributed by site, as Citus does: for the statements that a contract has
 * recorded, and for the schema of a PostgreSQL engine.
 */
export const canBeDistributed = (recorded: ReadonlySet<string>, engine: () => Database): void => {
  beforeAll(loadModule);

  const statements = (): string[] =>
    [...recorded, ...EXPORT_TABLES.map(exportPageOf)].filter((sql) => OF_ROWS.test(sql));

  test('each statement names one site for all distributed tables that it uses, apart from those that are listed', () => {
    const known = new Set<string>();
    const unlisted: string[] = [];
    for (const sql of statements()) {
      const faults = crossesSites(sql, isDistributed);
      if (faults.length === 0) continue;
      const listed = CROSS_SITE_STATEMENTS.filter(({ has }) => sql.includes(has));
      for (const { has } of listed) known.add(has);
      if (listed.length !== 1) unlisted.push(`${faults.join('; ')}: ${sql}`);
    }
    expect(statements().length).toBeGreaterThan(900);
    expect(unlisted).toEqual([]);
    expect(CROSS_SITE_STATEMENTS.filter(({ has }) => !known.has(has))).toEqual([]);
  });

  test('every distributed table is used by a statement that was checked', async () => {
    const texts = statements();
    const used = (table: string): boolean =>
      texts.some((sql) => new RegExp(`(?:FROM|JOIN|INTO) ${table}\\b`).test(sql));
    expect((await tablesOf(engine())).filter((table) => !used(table))).toEqual([]);
  });

  describe('a distributed table', () => {
    test('has the site in each row, and those that are shared exist', async () => {
      const sited = (await engine().all(SITED)).map(({ name }) => String(name));
      const all = await tablesOf(engine());
      expect(all.filter((name) => !sited.includes(name))).toEqual([]);
      const present = (await engine().all(TABLES)).map(({ name }) => String(name));
      expect(Object.keys(SHARED_TABLES).filter((name) => !present.includes(name))).toEqual([]);
    });

    test('begins each unique key with the site', async () => {
      const keys = await engine().all(UNIQUE_KEYS);
      expect(keys.length).toBeGreaterThan(100);
      const strays = keys.filter(({ name, first }) => isDistributed(String(name)) && first !== 'site_id');
      expect(strays).toEqual([]);
    });

    test('refers to others by the site and the key, and no shared table refers to one', async () => {
      const references = await engine().all(FOREIGN_KEYS);
      expect(references.length).toBeGreaterThan(50);
      const strays = references.filter(
        ({ name, target, by_site }) => isDistributed(String(target)) && !(by_site && isDistributed(String(name))),
      );
      expect(strays).toEqual([]);
    });
  });
};

const tablesOf = async (engine: Database): Promise<string[]> =>
  (await engine.all(TABLES)).map(({ name }) => String(name)).filter(isDistributed);

const TABLES =
  "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace";

const SITED =
  'SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid ' +
  "WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attname = 'site_id' AND a.attnotnull";

const UNIQUE_KEYS =
  'SELECT c.relname AS name, i.indexrelid::regclass::text AS key, a.attname AS first FROM pg_index i ' +
  'JOIN pg_class c ON c.oid = i.indrelid LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] ' +
  'WHERE i.indisunique AND c.relnamespace = current_schema()::regnamespace';

/** The site is one of the referring columns, and refers to that of the other table. */
const FOREIGN_KEYS =
  'SELECT c.relname AS name, t.relname AS target, k.conname AS key, EXISTS (' +
  'SELECT 1 FROM generate_subscripts(k.conkey, 1) n JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[n] ' +
  'JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[n] ' +
  "WHERE a.attname = 'site_id' AND b.attname = 'site_id') AS by_site " +
  'FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid ' +
  "WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace";
