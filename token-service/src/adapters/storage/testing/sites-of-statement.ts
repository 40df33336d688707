import { parseSync } from 'libpg-query';

/** A node of PostgreSQL's syntax tree: an object with the name of its kind, or the contents of one. */
type Tree = Readonly<Record<string, unknown>>;

/** A value that a column is compared with: a placeholder, another column, or nothing that is known. */
interface Held {
  /** Placeholders and constants that it equals. */
  readonly values: Set<string>;
  /** Others, whose values it equals too. */
  readonly equals: Set<Held>;
  /** Columns within a subquery, one for each side of a UNION: it equals what they equal, if all of them do. */
  readonly parts?: readonly Held[];
}

/** A table, subquery or expression of WITH in a FROM, by the name that the statement gives it. */
interface Source {
  readonly name: string;
  column(name: string): Held | undefined;
}

interface Scope {
  readonly sources: Source[];
  readonly with: ReadonlyMap<string, Outputs>;
  readonly outer?: Scope | undefined;
}

type Outputs = ReadonlyMap<string, Held>;

/** A use of a distributed table in a statement, with the placeholders that its site equals. */
interface TableUse {
  readonly table: string;
  readonly site: Held;
}

/**
 * Returns what keeps a statement from running on the server of one site, in words; nothing if it names, for each
 * distributed table that it uses, one and the same site: as a placeholder, or by joining on it a table that does.
 * That is what Citus calls a router query, for which it supports all of SQL.
 */
export const crossesSites = (sql: string, isDistributed: (table: string) => boolean): string[] => {
  const uses: TableUse[] = [];
  const faults: string[] = [];
  const statements = list(parseSync(sql).stmts);
  for (const { stmt } of statements) statement(stmt as Tree, { uses, faults, isDistributed }, undefined);
  const named = new Set<string>();
  for (const { table, site } of uses) {
    const values = valuesOf(site);
    if (values.size === 0) faults.push(`${table} without its site`);
    for (const value of values) named.add(value);
  }
  if (named.size > 1) faults.push(`several sites: ${[...named].sort().join(', ')}`);
  return faults;
};

interface Findings {
  readonly uses: TableUse[];
  readonly faults: string[];
  readonly isDistributed: (table: string) => boolean;
}

const SITE = 'site_id';

const unknown = (parts?: readonly Held[]): Held => ({ values: new Set(), equals: new Set(), ...(parts && { parts }) });

const valuesOf = (held: Held, seen = new Set<Held>()): ReadonlySet<string> => {
  if (seen.has(held)) return new Set();
  seen.add(held);
  const values = new Set(held.values);
  for (const other of held.equals) for (const value of valuesOf(other, seen)) values.add(value);
  const parts = held.parts?.map((part) => valuesOf(part, new Set(seen))) ?? [];
  if (parts.every((part) => part.size > 0)) for (const part of parts) for (const value of part) values.add(value);
  return values;
};

const list = (of: unknown): readonly Tree[] => (of ?? []) as readonly Tree[];

/** Handles a statement, and returns the columns that it returns. */
const statement = (tree: Tree, findings: Findings, outer: Scope | undefined): Outputs => {
  const [[kind, contents] = []] = Object.entries(tree) as [string, Tree][];
  if (!kind || !contents) return new Map();
  if (kind === 'SelectStmt') return select(contents, findings, outer);
  const scope = opened(contents, findings, outer);
  if (kind === 'InsertStmt') insert(contents, findings, scope);
  else if (kind === 'UpdateStmt' || kind === 'DeleteStmt') change(contents, findings, scope);
  else findings.faults.push(`unknown kind ${kind}`);
  return outputs(list(contents.returningList), scope);
};

/** Returns a scope with the expressions of the statement's WITH. */
const opened = (contents: Tree, findings: Findings, outer: Scope | undefined): Scope => {
  const known = new Map(outer?.with);
  const expressions = contents.withClause as { ctes: readonly Tree[]; recursive?: boolean } | undefined;
  for (const each of list(expressions?.ctes)) {
    const { ctename, ctequery } = each.CommonTableExpr as { ctename: string; ctequery: Tree };
    // A recursive expression is not known by its columns within itself.
    const inside = new Map(known);
    if (expressions?.recursive) inside.set(ctename, new Map());
    known.set(ctename, statement(ctequery, findings, { sources: [], with: inside, outer }));
  }
  return { sources: [], with: known, outer };
};

const select = (contents: Tree, findings: Findings, outer: Scope | undefined): Outputs => {
  const scope = opened(contents, findings, outer);
  if (contents.larg) {
    const [left, right] = [contents.larg, contents.rarg].map((part) => select(part as Tree, findings, scope));
    const columns = [...(right?.values() ?? [])];
    return new Map([...(left ?? [])].map(([name, held], at) => [name, unknown([held, columns[at] ?? unknown()])]));
  }
  for (const source of list(contents.fromClause)) from(source, findings, scope);
  conditions(contents.whereClause, scope);
  subqueries(
    [
      contents.targetList,
      contents.whereClause,
      contents.havingClause,
      contents.groupClause,
      contents.sortClause,
      contents.limitCount,
      contents.valuesLists,
    ],
    findings,
    scope,
  );
  const [values] = list(contents.valuesLists) as { List: { items: readonly Tree[] } }[];
  if (values)
    return new Map(values.List.items.map((value, at) => [`column${at + 1}`, heldBy(value, scope) ?? unknown()]));
  return outputs(list(contents.targetList), scope);
};

/** Returns the columns that a list of results gives, by their names. */
const outputs = (targets: readonly Tree[], scope: Scope): Outputs =>
  new Map(
    targets.map((target, at) => {
      const { name, val } = target.ResTarget as { name?: string; val: Tree };
      const fields = columnOf(val);
      return [name ?? fields?.at(-1) ?? `column ${at}`, heldBy(val, scope) ?? unknown()];
    }),
  );

const from = (source: Tree, findings: Findings, scope: Scope): void => {
  const {
    RangeVar: table,
    JoinExpr: join,
    RangeSubselect: subquery,
    RangeFunction: call,
  } = source as Record<string, Tree>;
  if (table) return void scope.sources.push(tableSource(table, findings, scope));
  if (subquery) {
    const { aliasname, colnames } = subquery.alias as { aliasname: string; colnames?: readonly Tree[] };
    const columns = statement(subquery.subquery as Tree, findings, { ...scope, outer: scope });
    const names = colnames?.map((each) => text(each));
    const named = new Map([...columns].map(([name, held], at) => [names?.[at] ?? name, unknown([held])]));
    scope.sources.push({ name: aliasname, column: (name) => named.get(name) });
    return;
  }
  if (call) {
    subqueries([call.functions], findings, scope);
    scope.sources.push({
      name: (call.alias as { aliasname?: string } | undefined)?.aliasname ?? '',
      column: () => undefined,
    });
    return;
  }
  if (!join) return void findings.faults.push(`unknown source ${Object.keys(source)}`);
  from(join.larg as Tree, findings, scope);
  const left = scope.sources.length;
  from(join.rarg as Tree, findings, scope);
  for (const name of list(join.usingClause).map(text)) {
    const pair = [scope.sources.slice(0, left), scope.sources.slice(left)].map((side) =>
      side.map((each) => each.column(name)).find((held) => held),
    );
    if (pair[0] && pair[1]) equal(pair[0], pair[1]);
  }
  // The condition of a LEFT JOIN restricts its right side only.
  const optional = join.jointype === 'JOIN_INNER' ? undefined : scope.sources.slice(left);
  conditions(join.quals, scope, optional);
  subqueries([join.quals], findings, scope);
};

const tableSource = (table: Tree, findings: Findings, scope: Scope): Source => {
  const relname = table.relname as string;
  const name = (table.alias as { aliasname: string } | undefined)?.aliasname ?? relname;
  const known = scope.with.get(relname);
  if (known) {
    const read = new Map([...known].map(([column, held]) => [column, unknown([held])]));
    return { name, column: (column) => read.get(column) };
  }
  const columns = new Map<string, Held>();
  const column = (asked: string): Held => {
    const held = columns.get(asked) ?? unknown();
    columns.set(asked, held);
    return held;
  };
  // Tables of another schema are the server's own.
  if (table.schemaname === undefined && !relname.startsWith('pg_') && findings.isDistributed(relname))
    findings.uses.push({ table: relname, site: column(SITE) });
  return { name, column };
};

const text = (tree: Tree): string => (tree.String as { sval: string }).sval;

const columnOf = (tree: Tree | undefined): string[] | undefined => {
  const fields = (tree?.ColumnRef as { fields?: readonly Tree[] } | undefined)?.fields;
  return fields?.every((field) => 'String' in field) ? fields.map(text) : undefined;
};

/** Returns the held value of a column or placeholder; undefined for anything else. */
const heldBy = (tree: Tree | undefined, scope: Scope): Held | undefined => placeOf(tree, scope)?.held;

interface Place {
  readonly held: Held;
  /** The source of a column, if it is one of this scope and not of an outer one. */
  readonly own?: Source | undefined;
}

const placeOf = (tree: Tree | undefined, scope: Scope): Place | undefined => {
  if (tree?.TypeCast) return placeOf((tree.TypeCast as { arg: Tree }).arg, scope);
  if (tree?.ParamRef) return { held: value(`$${(tree.ParamRef as { number: number }).number}`) };
  if (tree?.A_Const) return { held: value(JSON.stringify(tree.A_Const)) };
  const fields = columnOf(tree);
  if (!fields) return undefined;
  for (let within: Scope | undefined = scope; within; within = within.outer) {
    const [source, column] = fields.length > 1 ? fields : [undefined, ...fields];
    const found = within.sources.filter((each) => source === undefined || each.name === source);
    // A column without the name of its table is that of the first one: others would make it ambiguous.
    for (const each of found) {
      const held = each.column(column ?? '');
      if (held) return { held, own: within === scope ? each : undefined };
    }
  }
  return undefined;
};

const value = (text: string): Held => ({ values: new Set([text]), equals: new Set() });

const equal = (one: Held, other: Held): void => {
  one.equals.add(other);
  other.equals.add(one);
};

/** Reads the equations that a condition consists of, joined by AND. */
const conditions = (tree: unknown, scope: Scope, optional?: readonly Source[]): void => {
  const { BoolExpr: joined, A_Expr: compared } = (tree ?? {}) as Record<string, Tree>;
  if (joined?.boolop === 'AND_EXPR') for (const part of list(joined.args)) conditions(part, scope, optional);
  if (compared?.kind !== 'AEXPR_OP' || text(list(compared.name)[0] as Tree) !== '=') return;
  const { lexpr, rexpr } = compared as Record<string, Tree>;
  const left = rowOf(lexpr);
  const right = rowOf(rexpr);
  for (const [at, each] of left.entries()) equation(placeOf(each, scope), placeOf(right[at], scope), optional);
};

const rowOf = (tree: Tree | undefined): readonly Tree[] =>
  tree?.RowExpr ? (tree.RowExpr as { args: readonly Tree[] }).args : tree ? [tree] : [];

/** A column of a subquery is bound by one of the outer statement, and not the other way round. */
const equation = (left: Place | undefined, right: Place | undefined, optional: readonly Source[] | undefined): void => {
  if (!left || !right) return;
  const binds = ({ own }: Place): boolean => own !== undefined && (optional === undefined || optional.includes(own));
  if (binds(left)) left.held.equals.add(right.held);
  if (binds(right)) right.held.equals.add(left.held);
};

/** Finds the subqueries within expressions. */
const subqueries = (tree: unknown, findings: Findings, scope: Scope): void => {
  if (typeof tree !== 'object' || tree === null) return;
  if ('SubLink' in tree) {
    const { subselect, testexpr } = tree.SubLink as Record<string, Tree>;
    if (subselect) statement(subselect, findings, { sources: [], with: scope.with, outer: scope });
    subqueries(testexpr, findings, scope);
    return;
  }
  for (const part of Object.values(tree)) subqueries(part, findings, scope);
};

const insert = (contents: Tree, findings: Findings, scope: Scope): void => {
  const target = tableSource(contents.relation as Tree, findings, { ...scope, with: new Map() });
  const names = list(contents.cols).map((column) => (column.ResTarget as { name: string }).name);
  const at = names.indexOf(SITE);
  const { SelectStmt: source } = (contents.selectStmt ?? {}) as Record<string, Tree>;
  const site = target.column(SITE);
  if (source?.valuesLists) {
    const given = list(source.valuesLists).map((row) =>
      heldBy((row.List as { items: readonly Tree[] }).items[at], scope),
    );
    site?.equals.add(unknown(given.map((held) => held ?? unknown())));
    subqueries(source.valuesLists, findings, scope);
  } else if (source) {
    const given = [...select(source, findings, scope).values()][at];
    if (given) site?.equals.add(given);
  }
  const { onConflictClause: conflict } = contents as Record<string, Tree>;
  scope.sources.push(target);
  subqueries(conflict, findings, scope);
  const inferred = list((conflict?.infer as Tree | undefined)?.indexElems).map((each) => (each.IndexElem as Tree).name);
  if (conflict && findings.isDistributed(target.name) && inferred.length > 0 && !inferred.includes(SITE))
    findings.faults.push(`${target.name}: a conflict beside the site`);
};

const change = (contents: Tree, findings: Findings, scope: Scope): void => {
  scope.sources.push(tableSource(contents.relation as Tree, findings, { ...scope, with: new Map() }));
  for (const source of [...list(contents.fromClause), ...list(contents.usingClause)]) from(source, findings, scope);
  conditions(contents.whereClause, scope);
  subqueries([contents.targetList, contents.whereClause], findings, scope);
  const assigned = list(contents.targetList).map((target) => (target.ResTarget as Tree).name);
  if (assigned.includes(SITE)) findings.faults.push('moves a row to another site');
};
