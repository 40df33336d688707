import { perTable } from './per-table.ts';
import type { ClientFields } from './resource.ts';
import type { CentsByCurrency, Field, Resource, SentAmounts } from './schema.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the stored fields that a client may write, for a new record: the value sent, else the table's fallback, else
 * nil.
 */
export const filled = <R extends Resource>(table: R, input: object = {}): ClientFields<R> =>
  Object.fromEntries(
    writable(table).map(([name, field]) => [name, settled(field, (input as Values)[name])]),
  ) as ClientFields<R>;

/**
 * Returns the same for an existing record: only the fields sent; a field cleared with nil gets the table's fallback.
 */
export const changes = <R extends Resource>(table: R, input: object): Partial<ClientFields<R>> =>
  Object.fromEntries(
    writable(table)
      .filter(([name, field]) => field.writer === 'edit' && (input as Values)[name] !== undefined)
      .map(([name, field]) => [name, settled(field, (input as Values)[name])]),
  ) as Partial<ClientFields<R>>;

/** Returns the amounts after a request: only the currencies sent change. */
export const mergedAmounts = (held: CentsByCurrency, sent: SentAmounts): CentsByCurrency =>
  Object.fromEntries(
    Object.entries({ ...held, ...sent }).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );

const writable = perTable((table): readonly [string, Field][] =>
  Object.entries(table.fields).filter(([, field]) => field.stored && field.writer !== 'service'),
);

const settled = (field: Field, sent: unknown): unknown => {
  const shape = field.input;
  if (shape?.is === 'record')
    return sent || field.presence === 'always' ? filled(shape.of(), (sent as object) ?? {}) : null;
  if (shape?.is === 'list' && sent) return (sent as readonly object[]).map((item) => filled(shape.of(), item));
  if (shape?.is === 'money' && sent) return mergedAmounts({}, sent as SentAmounts);
  return sent ?? field.fallback ?? null;
};
