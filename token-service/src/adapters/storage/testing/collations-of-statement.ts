import { parseSync } from 'libpg-query';

/** A node of PostgreSQL's syntax tree: an object with the name of its kind, or the contents of one. */
type Tree = Readonly<Record<string, unknown>>;

/** The tables of a statement and of those around it, by the names that they give them. */
type Names = ReadonlyMap<string, string>;

/** A column of a table: `transactions.reference`. */
type Column = string;

const list = (of: unknown): readonly Tree[] => (of ?? []) as readonly Tree[];
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/**
 * Returns the columns that a statement compares with one another, also by row and in a list. PostgreSQL compares a
 * column in the collation of the database with one in another collation in that of the latter, for which the index of
 * the former is of no use: it reads all of the table instead. A column with COLLATE is none of these.
 */
export const comparedColumns = (sql: string): readonly (readonly [Column, Column])[] => {
  const found: [Column, Column][] = [];
  visit(parseSync(sql), new Map(), (one, other) => found.push([one, other]));
  return found;
};

type Found = (one: Column, other: Column) => void;

const visit = (tree: unknown, names: Names, found: Found): void => {
  if (!isTree(tree)) return;
  for (const [kind, contents] of Object.entries(tree)) {
    if (!isTree(contents)) continue;
    const within = kind.endsWith('Stmt') ? new Map([...names, ...tablesOf(contents)]) : names;
    if (kind === 'A_Expr') comparison(contents, within, found);
    visit(contents, within, found);
  }
};

const comparison = ({ lexpr, rexpr }: Tree, names: Names, found: Found): void => {
  const left = partsOf(lexpr);
  const right = partsOf(rexpr);
  // One value is compared with each of a list, a row part by part.
  for (const [at, part] of right.entries()) {
    const [one, other] = [columnOf(left.length === 1 ? left[0] : left[at], names), columnOf(part, names)];
    if (one && other) found(one, other);
  }
};

/** Returns the parts of a row or of a list, or the expression itself. */
const partsOf = (side: unknown): readonly unknown[] => {
  if (!isTree(side)) return [];
  if (isTree(side.RowExpr)) return list(side.RowExpr.args);
  return isTree(side.List) ? list(side.List.items) : [side];
};

const columnOf = (tree: unknown, names: Names): Column | undefined => {
  if (!isTree(tree) || !isTree(tree.ColumnRef)) return undefined;
  const fields = list(tree.ColumnRef.fields).map(({ String: text }) => (isTree(text) ? text.sval : undefined));
  if (fields.length !== 2) return undefined;
  const table = names.get(String(fields[0]));
  return table && `${table}.${fields[1]}`;
};

/** Returns the tables of a statement by their names in it, without those of its subqueries. */
const tablesOf = ({ relation, fromClause, usingClause }: Tree): Names => {
  const names = new Map<string, string>();
  const read = (source: unknown): void => {
    if (!isTree(source)) return;
    const { RangeVar: table, JoinExpr: join } = source;
    if (isTree(table)) add(table);
    if (!isTree(join)) return;
    read(join.larg);
    read(join.rarg);
  };
  const add = ({ relname, alias }: Tree): void =>
    void names.set(isTree(alias) ? String(alias.aliasname) : String(relname), String(relname));
  if (isTree(relation)) add(relation);
  for (const source of [...list(fromClause), ...list(usingClause)]) read(source);
  return names;
};
