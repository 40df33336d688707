import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

type Values = Readonly<Record<string, unknown>>;

/** The stored fields that a client may write, for a new record: what was sent, else the table's fallback, else nil. */
export const filled = (table: Resource, input: object = {}): Values =>
  Object.fromEntries(writable(table).map(([name, field]) => [name, settled(field, (input as Values)[name])]));

/** The same for a record that exists: only what was sent; a field cleared with nil takes the table's fallback. */
export const changes = (table: Resource, input: object): Values =>
  Object.fromEntries(
    writable(table)
      .filter(([name, field]) => field.writer === 'edit' && (input as Values)[name] !== undefined)
      .map(([name, field]) => [name, settled(field, (input as Values)[name])]),
  );

const writable = (table: Resource): [string, Field][] =>
  Object.entries(table.fields).filter(([, field]) => field.stored && field.writer !== 'service');

const settled = (field: Field, sent: unknown): unknown => {
  const shape = field.input;
  if (shape?.is === 'record')
    return sent || field.presence === 'always' ? filled(shape.of(), (sent as object) ?? {}) : null;
  return sent ?? field.fallback ?? null;
};
