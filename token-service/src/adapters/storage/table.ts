import { columnsOf } from '@service/billing/resources/resource.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import type { Row, Statement, Value } from './database.ts';

type Holds = 'text' | 'bigint' | 'boolean' | 'json' | 'double precision';

/** A column and the member of the record that it stores. */
export interface StoredColumn {
  readonly name: string;
  readonly path: readonly string[];
  readonly holds: Holds;
}

/** Columns that no resource table names, in short: `{ id: 'text' }`. */
export const columns = (described: Readonly<Record<string, Holds>>): StoredColumn[] =>
  Object.entries(described).map(([name, holds]) => ({ name, path: [name], holds }));

export const resourceColumns = (resource: Resource): StoredColumn[] =>
  columnsOf(resource).map(({ name, path, kind }) => ({ name, path, holds: kind === 'json' ? 'json' : kind.column }));

/** Sets of columns with an update of their own, for each table: a few changes make up nearly all updates. */
const MOST_UPDATES = 100;

interface TableOptions {
  readonly name: string;
  /** The column with the site of a row. */
  readonly site?: string;
  /** Identify a record within its site. */
  readonly key: readonly string[];
  readonly columns: readonly StoredColumn[];
  /** Columns for indexes only: they are written, and no record has them. */
  readonly indexed?: readonly StoredColumn[];
  /** Columns whose value an update of the record leaves as it is, unless it is null. */
  readonly keptByUpdates?: readonly string[];
  /** Whether the table has a `revision`, which starts at 1 and which each update increases. Records do not write it. */
  readonly revised?: true;
  /** Expressions read with a record and never written, over the row `r`. */
  readonly computed?: Readonly<Record<string, { readonly holds: Holds; readonly sql: string }>>;
}

/**
 * SQL texts of one table, built once. `Written` is the stored part of a record, if more than that is read. In each of
 * them `$1` is the site and the record's values follow in the order of `values`.
 */
export interface Table<R, Written = R> {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  /** `SELECT … FROM name r`, without a condition. */
  readonly select: string;
  readonly insert: string;
  /** Inserts several rows of one site, which the statement names once: it is that of all. */
  insertAll(siteId: string, records: readonly Written[]): Statement;
  readonly update: string;
  /**
   * Updates only the columns in which two records with the same key differ; without a text if none does. Each set of
   * columns is a statement of its own.
   */
  changes(siteId: string, before: Written, after: Written): Statement;
  /** Identifies a record within its site and table. */
  keyOf(record: R | Written): string;
  /** Inserts a row, or replaces the one with the same key, which keeps its creation time. */
  readonly upsert: string;
  values(siteId: string, record: Written): Value[];
  read(row: Row): R;
}

export const table = <R extends object, Written extends object = R>({
  name,
  site = 'site_id',
  key,
  columns: shown,
  indexed = [],
  keptByUpdates = [],
  revised,
  computed = {},
}: TableOptions): Table<R, Written> => {
  const stored = [...shown, ...indexed];
  const names = [site, ...stored.map((column) => column.name)];
  const placeholders = names.map((_, index) => `$${index + 1}`);
  const place = new Map(names.map((column, index) => [column, placeholders[index]]));
  const changing = stored.filter((column) => !key.includes(column.name));
  const assignment = (column: string, value: string): string =>
    `${column} = ${keptByUpdates.includes(column) ? `COALESCE(${column}, ${value})` : value}`;
  const assigned = changing.map((column) => assignment(column.name, place.get(column.name) as string));
  const revising = revised ? ['revision = revision + 1'] : [];
  const expressions = Object.entries(computed).map(([as, { sql }]) => `${sql} AS ${as}`);
  const read = recordReader([
    ...shown,
    ...Object.entries(computed).map(([as, { holds }]) => ({ name: as, path: [as], holds })),
  ]);

  const writers = stored.map(columnWriter);
  const several = new Map<number, string>();
  const insert = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${placeholders.join(', ')})`;
  const owned = [site, ...key];
  const matches = owned.map((column) => `${column} = ${place.get(column)}`).join(' AND ');
  /** Columns by member of the record: where two records share one, none of its columns differs. */
  const differing = [
    ...Map.groupBy(
      changing.map((column, at) => ({ member: column.path[0] as string, at, ...differenceOf(column) })),
      ({ member }) => member,
    ),
  ];
  const identifying = key.map((column) => columnWriter(stored.find((one) => one.name === column) as StoredColumn));
  const [identify, ...alsoIdentifying] = identifying as [WriteColumn, ...WriteColumn[]];
  const keyOf = (record: R | Written): string =>
    alsoIdentifying.reduce((name, write) => `${name} ${write(record)}`, String(identify(record)));
  const partial = new Map<string, string>();
  /** Values of the columns follow those of the site and the key. */
  const updateOf = (places: readonly number[]): string => {
    const known = partial.get(places.join());
    if (known !== undefined) return known;
    const set = places.map((at, index) => assignment(changing[at]?.name as string, `$${owned.length + index + 1}`));
    const all = [...set, ...revising];
    const where = owned.map((column, index) => `${column} = $${index + 1}`).join(' AND ');
    const sql = all.length === 0 ? '' : `UPDATE ${name} SET ${all.join(', ')} WHERE ${where}`;
    partial.set(places.join(), sql);
    return sql;
  };
  /** Values of the rows follow the site and one another. */
  const insertOf = (count: number): string => {
    const known = several.get(count);
    if (known) return known;
    const rows = Array.from({ length: count }, (_, row) =>
      ['$1', ...stored.map((_column, column) => `$${row * stored.length + column + 2}`)].join(', '),
    );
    const sql = `INSERT INTO ${name} (${names.join(', ')}) VALUES ${rows.map((row) => `(${row})`).join(', ')}`;
    several.set(count, sql);
    return sql;
  };
  return {
    name,
    columns: stored,
    select: `SELECT ${[...shown.map((column) => `r.${column.name}`), ...expressions].join(', ')} FROM ${name} r`,
    insert,
    insertAll(siteId, records) {
      const values: Value[] = [siteId];
      for (const record of records) for (const write of writers) values.push(write(record));
      return { sql: insertOf(records.length), values };
    },
    update: `UPDATE ${name} SET ${[...assigned, ...revising].join(', ')} WHERE ${matches}`,
    upsert:
      `${insert} ON CONFLICT (${owned.join(', ')}) ` +
      `DO UPDATE SET ${changing
        .filter((column) => column.name !== 'created_at')
        .map((column) => `${column.name} = excluded.${column.name}`)
        .join(', ')}`,
    changes(siteId, before, after) {
      const places: number[] = [];
      const values: Value[] = [siteId, ...identifying.map((write) => write(after))];
      for (const [member, parts] of differing) {
        if ((before as Members)[member] === (after as Members)[member]) continue;
        for (const { at, differs, write } of parts) {
          if (!differs(before, after)) continue;
          places.push(at);
          values.push(write(after));
        }
      }
      const isKnown = partial.has(places.join()) || partial.size < MOST_UPDATES;
      return isKnown ? { sql: updateOf(places), values } : { sql: this.update, values: this.values(siteId, after) };
    },
    keyOf,
    values(siteId, record) {
      const values: Value[] = [siteId];
      for (const write of writers) values.push(write(record));
      return values;
    },
    read: read as (row: Row) => R,
  };
};

type Members = Readonly<Record<string, unknown>>;

type ReadMember = (record: object) => unknown;

const memberOf = ({ path }: StoredColumn): ReadMember => {
  const [first = '', second, ...inner] = path;
  if (second === undefined) return (record) => (record as Members)[first] ?? null;
  // Nearly all members of members are read here, so it has no loop.
  if (inner.length === 0)
    return (record) => ((record as Members)[first] as Members | null | undefined)?.[second] ?? null;
  return (record) => {
    let value = (record as Members)[first];
    for (const name of [second, ...inner]) value = (value as Members | null | undefined)?.[name];
    return value ?? null;
  };
};

type WriteColumn = (record: object) => Value;

const columnWriter = (column: StoredColumn): WriteColumn => {
  const member = memberOf(column);
  if (column.holds !== 'json') return member as WriteColumn;
  return (record) => {
    const value = member(record);
    return value === null ? null : JSON.stringify(value);
  };
};

/** Tells whether a column differs between two records, and writes it. */
const differenceOf = (column: StoredColumn) => {
  const member = memberOf(column);
  const write = columnWriter(column);
  const differs = (before: object, after: object): boolean =>
    member(before) !== member(after) && (column.holds !== 'json' || write(before) !== write(after));
  return { differs, write };
};

type Member = readonly [name: string, read: (row: Row) => unknown];

/** Columns that share the first part of a longer path become one record within the record. */
export const recordReader = (stored: readonly StoredColumn[], depth = 0): ((row: Row) => object) => {
  const groups = Map.groupBy(stored, (column) => column.path[depth] ?? '');
  const members = [...groups].map(([name, group]): Member => {
    const [column] = group;
    const leaf = column && column.path.length === depth + 1;
    return [name, leaf ? memberReader(column) : recordReader(group, depth + 1)];
  });
  // V8 turns an object that receives more than a dozen members one by one into a hash table, and `{ ...record }` of one
  // takes a hundred times as long. A copy that has all of its members from the start stays a plain object. Here, where
  // records of all tables pass, `Object.assign` takes a tenth of the time of `{ ...empty }`.
  const empty: Record<string, unknown> = Object.fromEntries(members.map(([name]) => [name, null]));
  return (row) => {
    const record = Object.assign({}, empty);
    for (const [name, read] of members) record[name] = read(row);
    return record;
  };
};

const memberReader = ({ name, holds }: StoredColumn): ((row: Row) => unknown) => {
  if (holds === 'boolean') return (row) => (row[name] === null ? null : row[name] === true || row[name] === 1);
  if (holds === 'json') return (row) => (row[name] === null ? null : JSON.parse(row[name] as string));
  return (row) => row[name];
};
