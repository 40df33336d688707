import type { Queries, Row, Value } from './database.ts';
import { type Several, severalOf } from './several.ts';

/** The answer to a statement that its task waits for: rows, the number of changed rows, or nothing. */
type For = 'rows' | 'count' | 'nothing';

/** A statement of one of several tasks that run at the same time. */
export interface Asked {
  /** Statements of one task are sent in the order in which it asked for them. */
  readonly task: number;
  readonly what: For;
  readonly sql: string;
  readonly values: readonly Value[];
  readonly resolve: (answer: readonly Row[] | number) => void;
  readonly reject: (error: unknown) => void;
}

/** Types of the parameters of statements, as the server has determined them, by text. */
export type ParameterTypes = Map<string, readonly string[]>;

/** Statements of one text that are sent as one. */
interface Bundle {
  readonly how: Several | undefined;
  readonly asked: Asked[];
  /** Second values of the statements so far: those of changes have to differ. */
  readonly keys: Set<Value>;
}

/** Statements that add rows are sent in a few sizes, so that few texts are prepared. */
const SIZES = [32, 16, 8, 4, 2, 1] as const;

/** Statements of one text that are worth another text, with a plan of its own. */
const FEWEST = 4;

const TYPES =
  'SELECT CAST(parameter_types AS text[]) AS types FROM pg_prepared_statements WHERE statement = $1 LIMIT 1';

const known = new Map<string, Several | undefined>();

/** The texts of statements are constants: there are a few hundred. */
const howOf = (sql: string): Several | undefined => {
  if (!known.has(sql)) known.set(sql, severalOf(sql));
  return known.get(sql);
};

/**
 * Sends statements of several tasks, those of one text as one: they cost the server and this process little more than
 * a single one. A task's statements keep their order; tasks have no order among each other. Resolves once all that
 * are asked for an answer have one. An error of a statement is that of all that were sent with it.
 */
export const sendTogether = async (queries: Asks, asked: readonly Asked[], types: ParameterTypes): Promise<void> => {
  await Promise.all(bundled(asked).map((bundle) => send(queries, bundle, types)));
};

export type Asks = Pick<Queries, 'all' | 'run' | 'write'>;

/** Puts each statement into the first bundle of its text that is sent after the earlier statements of its task. */
const bundled = (asked: readonly Asked[]): Bundle[] => {
  const bundles: Bundle[] = [];
  const bySql = new Map<string, number[]>();
  const last = new Map<number, number>();
  for (const one of asked) {
    const { task, sql, values } = one;
    const places = bySql.get(sql) ?? [];
    bySql.set(sql, places);
    const after = last.get(task) ?? -1;
    const joined = places.find((place) => place > after && admits(bundles[place] as Bundle, one));
    const place = joined ?? bundles.length;
    if (joined === undefined) {
      bundles.push({ how: howOf(sql), asked: [], keys: new Set() });
      places.push(place);
    }
    const bundle = bundles[place] as Bundle;
    bundle.asked.push(one);
    bundle.keys.add(values[1] ?? null);
    last.set(task, place);
  }
  return bundles;
};

const admits = ({ how, asked: [first], keys }: Bundle, { what, values }: Asked): boolean => {
  if (!how || !first || first.values[0] !== values[0] || first.what !== what) return false;
  if (how.is === 'series') return first.values[1] === values[1];
  if (how.is === 'rows') return what !== 'rows';
  if (how.reads) return what === 'rows';
  return what !== 'rows' && !keys.has(values[1] ?? null);
};

const send = async (queries: Asks, bundle: Bundle, types: ParameterTypes): Promise<void> => {
  const { how, asked } = bundle;
  try {
    if (!how || asked.length === 1) await Promise.all(asked.map((one) => sendOne(queries, one)));
    else if (how.is === 'series') await takeNumbers(queries, asked);
    else if (how.is === 'rows') await addRows(queries, how, asked);
    else await sendEach(queries, how, asked, types);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
};

const sendOne = async (queries: Asks, { what, sql, values, resolve }: Asked): Promise<void> => {
  if (what === 'rows') return resolve(await queries.all(sql, values));
  if (what === 'count') return resolve(await queries.run(sql, values));
  await queries.write(sql, values);
  resolve(0);
};

/** Takes the numbers of all at once, and gives them out in order. */
const takeNumbers = async (queries: Asks, asked: readonly Asked[]): Promise<void> => {
  const [{ sql, values }] = asked as [Asked];
  const counts = asked.map(({ values: [, , count] }) => Number(count));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [row] = await queries.all(sql, [values[0] ?? null, values[1] ?? null, total]);
  let value = Number(row?.value) - total;
  for (const [index, { resolve }] of asked.entries()) {
    value += counts[index] ?? 0;
    resolve([{ value }]);
  }
};

type Rows = Several & { readonly is: 'rows' };

const addRows = async (queries: Asks, { sql, rows, skipsConflicts }: Rows, asked: readonly Asked[]): Promise<void> => {
  const parts: Asked[][] = [];
  for (let from = 0; from < asked.length; from += parts.at(-1)?.length ?? 0) {
    const size = SIZES.find((one) => one <= asked.length - from) ?? 1;
    parts.push(asked.slice(from, from + size));
  }
  await Promise.all(
    parts.map(async (part) => {
      const [{ what, values }] = part as [Asked];
      const all = [values[0] ?? null, ...part.flatMap((one) => one.values.slice(1))];
      const text = part.length === 1 ? (part[0] as Asked).sql : sql(part.length);
      if (what === 'nothing') await queries.write(text, all);
      else if ((await queries.run(text, all)) < part.length * rows && skipsConflicts) throw new SomeSkipped();
      for (const { resolve } of part) resolve(rows);
    }),
  );
};

/** Some rows were skipped, and it is not known which, so each task has to run by itself. */
class SomeSkipped extends Error {
  constructor() {
    super('Some of the rows that are added together were there already.');
  }
}

type Each = Several & { readonly is: 'each' };

const sendEach = async (queries: Asks, how: Each, asked: readonly Asked[], types: ParameterTypes): Promise<void> => {
  const [first] = asked as [Asked];
  const { sql, what } = first;
  // Tasks often read the same: their site, a plan.
  const distinct = how.reads
    ? [...Map.groupBy(asked, ({ values }) => JSON.stringify(values)).values()]
    : asked.map((one) => [one]);
  if (distinct.length === 1) {
    const rows = await queries.all(sql, first.values);
    for (const { resolve } of asked) resolve(rows);
    return;
  }
  const known = types.get(sql);
  if (!known || distinct.length < FEWEST) {
    const sent = Promise.all(distinct.map((same) => sendSame(queries, same)));
    if (!known && distinct.length >= FEWEST) learn(queries, sql, types);
    await sent;
    return;
  }
  const lists = known.slice(1).map((_, index) => arrayOf(distinct.map(([one]) => one?.values[index + 1] ?? null)));
  const all = [first.values[0] ?? null, ...lists];
  if (what === 'nothing') {
    await queries.write(how.sql(known, false), all);
    for (const { resolve } of asked) resolve(0);
    return;
  }
  const found = partsOf(await queries.all(how.sql(known, true), all), distinct.length);
  for (const [index, same] of distinct.entries()) {
    const rows = found[index] as Row[];
    for (const { resolve } of same) resolve(what === 'rows' ? rows : rows.length);
  }
};

const sendSame = async (queries: Asks, same: readonly Asked[]): Promise<void> => {
  const [first, ...others] = same as [Asked, ...Asked[]];
  const resolve: Asked['resolve'] = (answer) => {
    for (const one of [first, ...others]) one.resolve(answer);
  };
  await sendOne(queries, { ...first, resolve });
};

/** The server tells the types once it has prepared the statement on this connection; behind a pooler it does not. */
const learn = (queries: Asks, sql: string, types: ParameterTypes): void => {
  queries.all(TYPES, [sql]).then(
    ([row]) => {
      if (row) types.set(sql, row.types as string[]);
    },
    () => {},
  );
};

/** Returns the rows of each place, without the place. */
const partsOf = (rows: readonly Row[], places: number): Row[][] => {
  const parts: Row[][] = Array.from({ length: places }, () => []);
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== PLACE);
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  for (const row of rows) {
    const own: Record<string, unknown> = { ...empty };
    for (const name of names) own[name] = row[name];
    parts[Number(row[PLACE]) - 1]?.push(own);
  }
  return parts;
};

const PLACE = 'asked_place';

/** Returns an array as PostgreSQL writes it. */
const arrayOf = (values: readonly Value[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`;

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
