import type { Amounts, Field, Held, SentAmounts, Shape } from './field.ts';
import type { Kind } from './kind.ts';

/** Something a client may do with a record now, offered as `<a name href method>` (specification "Resources"). */
export interface Action {
  readonly method: 'put' | 'post' | 'delete';
  readonly when: (record: never) => boolean;
}

/** A table of fields: reading, writing, validation, version gates, columns and the reference page follow from it. */
export interface Resource<Fields extends Record<string, Field> = Record<string, Field>> {
  readonly name: string;
  /** The root of a list of them. */
  readonly plural: string;
  readonly fields: Fields;
  readonly actions: Readonly<Record<string, Action>>;
}

interface Options {
  readonly plural?: string;
  readonly actions?: Readonly<Record<string, Action>>;
}

export const resource = <const Fields extends Record<string, Field>>(
  name: string,
  fields: Fields,
  { plural = `${name}s`, actions = {} }: Options = {},
): Resource<Fields> => ({ name, plural, fields, actions });

type IsHeld<F> = F extends Field<undefined> ? false : F extends Field<infer _T, infer _W, 'never'> ? false : true;

type Stored<Fields> = {
  readonly [K in keyof Fields as IsHeld<Fields[K]> extends true ? K : never]: Held<Fields[K]>;
};

/** A record as it is held and rendered: every field but its links, and but those that clients send and never see again. */
export type Infer<R> = R extends Resource<infer Fields> ? Stored<Fields> : never;

type WrittenByClient<Fields> = {
  readonly [K in keyof Fields as IsHeld<Fields[K]> extends true
    ? Fields[K] extends Field<infer _T, 'service'>
      ? never
      : K
    : never]: Held<Fields[K]>;
};

/** The part of a record that clients write. */
export type Given<R> = R extends Resource<infer Fields> ? WrittenByClient<Fields> : never;

/** What a client may send: a missing member leaves alone, `null` clears, a value sets. */
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
    : T extends Amounts
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
