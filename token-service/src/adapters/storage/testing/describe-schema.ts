import { createHash } from 'node:crypto';
import type { Database, Row } from '../database.ts';

/** Sorted lines that describe each table: its columns, keys and indexes. */
export type SchemaDescription = ReadonlyMap<string, readonly string[]>;

/**
 * Returns what an engine knows about every table: columns with type, collation, nullability and default; primary and
 * unique keys; references; indexes with their conditions. Names of constraints are left out, because no statement uses
 * them. Of equally good indexes, SQLite uses the one that was created last, so their order is a part of its schema.
 */
export const describeSchema = async (database: Database): Promise<SchemaDescription> => {
  const described = new Map<string, string[]>();
  for (const { table, line } of await database.all(LINES[database.engine])) {
    const lines = described.get(String(table)) ?? [];
    described.set(String(table), lines);
    lines.push(String(line).replaceAll(/\s+/g, ' '));
  }
  for (const lines of described.values()) lines.sort();
  return new Map([...described].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Returns the digest of each table's description, so that a difference names its table. */
export const fingerprintOf = (schema: SchemaDescription): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...schema].map(([table, lines]) => [
      table,
      createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16),
    ]),
  );

/** All rows of every table but `migrations`, without the order in which they are stored. */
export const allRows = async (database: Database): Promise<ReadonlyMap<string, readonly Row[]>> => {
  const rows = new Map<string, readonly Row[]>();
  for (const [name, lines] of await describeSchema(database)) {
    const columns = lines.flatMap((line) => line.match(/^column (\w+)/)?.slice(1) ?? []);
    if (name !== 'migrations') rows.set(name, await database.all(`SELECT ${columns.join(', ')} FROM ${name}`));
  }
  return rows;
};

const LINES = {
  sqlite: `WITH tables AS (SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%')
    SELECT name AS "table", 'strict ' || strict AS line FROM tables
    UNION ALL SELECT t.name, 'column ' || c.name || ' ' || lower(c.type) || iif(c."notnull" OR c.pk > 0, ' not null', '')
      || coalesce(' default ' || c.dflt_value, '') FROM tables t, pragma_table_xinfo(t.name) c
    UNION ALL SELECT t.name, (SELECT 'reference (' || group_concat(f."from" ORDER BY f.seq) || ') to ' || f."table"
      || ' (' || group_concat(f."to" ORDER BY f.seq) || ') ' || f.on_update || ' ' || f.on_delete
      FROM pragma_foreign_key_list(t.name) f WHERE f.id = k.id)
      FROM tables t, pragma_foreign_key_list(t.name) k WHERE k.seq = 0
    UNION ALL SELECT t.name, CASE l.origin WHEN 'c' THEN (SELECT s.sql FROM sqlite_schema s WHERE s.name = l.name)
      ELSE l.origin || ' (' || (SELECT group_concat(i.name ORDER BY i.seqno) FROM pragma_index_info(l.name) i) || ')' END
      FROM tables t, pragma_index_list(t.name) l
    UNION ALL SELECT t.name, 'preferred indexes ' || (SELECT group_concat(l.name ORDER BY l.seq)
      FROM pragma_index_list(t.name) l WHERE l.origin = 'c')
      FROM tables t WHERE EXISTS (SELECT 1 FROM pragma_index_list(t.name) WHERE origin = 'c')`,
  postgres: `WITH tables AS (SELECT oid, relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace)
    SELECT t.name AS "table", 'column ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attcollation <> 0 AND a.attcollation <> y.typcollation THEN ' collate ' || l.collname ELSE '' END
      || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
      FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
      LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    UNION ALL SELECT t.name, pg_get_constraintdef(c.oid)
      FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype IN ('p', 'u', 'f')
    UNION ALL SELECT t.name, replace(pg_get_indexdef(i.indexrelid), ' ON ' || quote_ident(current_schema()) || '.', ' ON ')
      FROM tables t JOIN pg_index i ON i.indrelid = t.oid
      WHERE NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))`,
} as const;
