import type { Kind } from './kind.ts';
import type { Action, CentsByCurrency, Field, Held, IsHeld, Resource, SentAmounts, Shape } from './schema.ts';

interface Options {
  readonly plural?: string;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly about?: () => Resource;
  readonly ignored?: readonly string[];
}

export const resource = <const Fields extends Record<string, Field>>(
  name: string,
  fields: Fields,
  { plural = `${name}s`, actions = {}, ignored = [], about }: Options = {},
): Resource<Fields> => ({ name, plural, fields, actions, ignored, ...(about && { about }) });

type WrittenByClient<Fields> = {
  readonly [K in keyof Fields as IsHeld<Fields[K]> extends true
    ? Fields[K] extends Field<infer _T, 'service'>
      ? never
      : K
    : never]: Held<Fields[K]>;
};

/** The part of a record that clients write. */
export type ClientFields<R> = R extends Resource<infer Fields> ? WrittenByClient<Fields> : never;

/** The fields that a client may send: a missing member leaves the field unchanged, `null` clears, a value sets. */
export type Writable<R> =
  R extends Resource<infer Fields>
    ? {
        readonly [K in keyof Fields as Fields[K] extends Field<infer _T, 'service'> ? never : K]?: Input<
          Fields[K]
        > | null;
      }
    : never;

type Input<F> =
  F extends Field<infer T> ? (T extends readonly (infer Item)[] ? readonly Loose<Item>[] : Loose<T>) : never;

type Loose<T> = T extends string | number | boolean | bigint
  ? T
  : T extends { reveal(): unknown }
    ? T
    : T extends CentsByCurrency
      ? SentAmounts
      : { readonly [K in keyof T]?: T[K] | null };

/** A column that a stored field needs. A nested record takes one column for each of its fields: `address_city`. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: Kind<unknown> | 'json';
}

/** The columns of a resource, in the order of its table. */
export const columnsOf = (table: Resource, prefix: readonly string[] = []): Column[] =>
  Object.entries(table.fields)
    .filter(([, field]) => field.stored)
    .flatMap(([name, field]): Column[] => columnsOfShape([...prefix, name], field.frozen, field.output ?? field.input));

const columnsOfShape = (path: readonly string[], frozen: boolean, shape: Shape | undefined): Column[] => {
  const json: Column = { name: path.join('_'), path, kind: 'json' };
  if (frozen) return [json];
  if (shape?.is === 'value') return [{ name: path.join('_'), path, kind: shape.kind }];
  if (shape?.is === 'record') return columnsOf(shape.of(), path);
  return shape && JSON_SHAPES.includes(shape.is) ? [json] : [];
};

/** Kept as one column of JSON. */
const JSON_SHAPES: readonly Shape['is'][] = ['list', 'words', 'check', 'money'];
