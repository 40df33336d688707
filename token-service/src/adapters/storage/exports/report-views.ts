import { createHash } from 'node:crypto';
import type { Database, Queries } from '../database.ts';
import { EXPORT_TABLES, type StoredExportColumn, type StoredExportTable } from './export-tables.ts';

type Engine = Database['engine'];

/** The view that holds the digest of the definitions of the others. */
const DEFINITIONS = 'report_definitions';

/** Returns the name of the view with the rows of an exported table: `report_invoices`. */
export const reportViewName = ({ name }: Pick<StoredExportTable, 'name'>): string => `report_${name}`;

/** Returns the name of a column of a view: amounts say that they are in cents. */
export const reportViewColumn = ({ name, holds }: StoredExportColumn): string =>
  holds === 'cents' ? `${name}_in_cents` : name;

const MOMENTS: Readonly<Record<Engine, (sql: string) => string>> = {
  sqlite: (sql) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${sql}, 'unixepoch')`,
  postgres: (sql) => `to_timestamp(${sql})`,
};

const definitionOf = (engine: Engine, table: StoredExportTable): string => {
  const selected = table.columns.map((column) => {
    const sql = column.holds === 'moment' ? MOMENTS[engine](column.sql) : column.sql;
    return `${sql} AS ${reportViewColumn(column)}`;
  });
  return (
    `CREATE VIEW ${reportViewName(table)} AS SELECT s.subdomain AS site, ${selected.join(', ')} ` +
    `FROM ${table.from} JOIN sites s ON s.id = r.site_id`
  );
};

const digestOf = (definitions: readonly string[]): string =>
  createHash('sha256').update(definitions.join('\n')).digest('hex');

const EXISTS: Readonly<Record<Engine, string>> = {
  sqlite: `SELECT 1 AS found FROM sqlite_schema WHERE type = 'view' AND name = '${DEFINITIONS}'`,
  postgres: `SELECT 1 AS found WHERE to_regclass('${DEFINITIONS}') IS NOT NULL`,
};

const VIEWS: Readonly<Record<Engine, string>> = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'view' AND name LIKE 'report\\_%' ESCAPE '\\'",
  postgres: "SELECT viewname AS name FROM pg_views WHERE schemaname = current_schema() AND viewname LIKE 'report\\_%'",
};

/** The roles that may read a view besides its owner. SQLite has none. */
const GRANTS =
  'SELECT DISTINCT table_name AS name, grantee FROM information_schema.role_table_grants ' +
  "WHERE table_schema = current_schema() AND table_name LIKE 'report\\_%' AND privilege_type = 'SELECT' " +
  'AND grantee <> CURRENT_USER';

/**
 * The views `report_…` that programs of business intelligence read: the rows and columns of the exports, of all sites.
 * Migrations drop and create them, since a table cannot lose a column that a view has.
 */
export const reportViews = (queries: Queries, engine: Engine, tables = EXPORT_TABLES) => {
  const definitions = tables.map((table) => definitionOf(engine, table));
  const digest = digestOf(definitions);
  return {
    /** Returns whether the database has the views of these definitions. */
    async areCurrent(): Promise<boolean> {
      if (!(await queries.get(EXISTS[engine], []))) return false;
      return (await queries.get(`SELECT sha256 FROM ${DEFINITIONS}`, []))?.sha256 === digest;
    },
    /** Drops all views `report_…`. Returns a function that creates those of these definitions, for the same readers. */
    async drop(): Promise<() => Promise<void>> {
      const grants = engine === 'postgres' ? await queries.all(GRANTS, []) : [];
      for (const { name } of await queries.all(VIEWS[engine], [])) await queries.run(`DROP VIEW ${name}`);
      return async () => {
        for (const definition of definitions) await queries.run(definition);
        await queries.run(`CREATE VIEW ${DEFINITIONS} AS SELECT '${digest}' AS sha256`);
        const names = new Set(tables.map(reportViewName));
        for (const { name, grantee } of grants) {
          if (names.has(String(name))) await queries.run(`GRANT SELECT ON ${name} TO ${quoted(String(grantee))}`);
        }
      };
    },
  };
};

const quoted = (role: string): string => (role === 'PUBLIC' ? role : `"${role.replaceAll('"', '""')}"`);
