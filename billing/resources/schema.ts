import type { Kind } from './kind.ts';
import type { Version } from './version.ts';

/** Who may write a field: only this service, the client when it creates the record, or the client at any time. */
export type Writer = 'service' | 'create' | 'edit';

/**
 * Whether a record always has a value. `unsaid`: yes when the service writes it, no when a client does. `never`:
 * clients send it, records lack it.
 */
export type Presence = 'always' | 'maybe' | 'unsaid' | 'never';

export type Shape =
  | { readonly is: 'value'; readonly kind: Kind<unknown> }
  | { readonly is: 'link' }
  | { readonly is: 'record'; readonly of: () => Resource; readonly addressed?: true }
  | { readonly is: 'list'; readonly of: () => Resource; readonly max?: number; readonly addressed?: true }
  | { readonly is: 'money'; readonly kind: Kind<number> }
  | { readonly is: 'words'; readonly item: string; readonly kind: Kind<string> }
  | { readonly is: 'check' };

/** One line of a resource table: the only place where a field is named. */
export interface Field<T = unknown, W extends Writer = Writer, P extends Presence = Presence> {
  /** As it is written to the client; undefined: never. */
  readonly output: Shape | undefined;
  /** As it is taken from the client; undefined: never. */
  readonly input: Shape | undefined;
  readonly writer: W;
  readonly presence: P;
  readonly required: boolean;
  /** Left out of the answer when there is nothing, instead of rendered nil. */
  readonly omitted: boolean;
  /** The name by which a client finds the record; sent back unchanged on an update. */
  readonly identity: boolean;
  /** Personal data: shown only to the site it belongs to, and erased on request. */
  readonly personal: boolean;
  /** A copy that never changes again: one JSON column, whatever is inside. */
  readonly frozen: boolean;
  /** Not a column: computed, related, or held elsewhere. */
  readonly stored: boolean;
  readonly since?: Version;
  /** The last version that knows it. */
  readonly until?: Version;
  /** The field whose value this one takes over on input and repeats on output. */
  readonly aliasOf?: string;
  /** Clients may send it from this version on; it is rendered in every version. */
  readonly acceptedSince?: Version;
  /** Rendered as an attribute of the root instead of an element. */
  readonly attribute: boolean;
  /** Only records whose `type` is one of these have it. */
  readonly types?: readonly string[];
  readonly fallback?: T;
  /**
   * A list that a client sends with at least one member. An empty one is read as such, so that the use case refuses it.
   */
  readonly nonEmpty?: true;
  readonly note?: string;
  /** Carries the type of the value; never set. */
  readonly phantom?: T;
}

// Amounts, records inside records, and relations.

/** Cents by ISO 4217 code. */
export type Amounts = Readonly<Record<string, number>>;

/** What a client sends of them: null takes a currency away. */
export type SentAmounts = Readonly<Record<string, number | null>>;

/** What a bank said of a security code or an address: a code as attribute, and its meaning. */
export interface CheckResult {
  readonly code: string;
  readonly text: string;
}

/** The value a stored record holds in a field. */
export type Held<F> =
  F extends Field<infer T, infer W, infer P>
    ? P extends 'always'
      ? T
      : P extends 'maybe'
        ? T | null
        : W extends 'service'
          ? T
          : T | null
    : never;

/** Something a client may do with a record now, offered as `<a name href method>`. */
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

export type IsHeld<F> =
  F extends Field<undefined> ? false : F extends Field<infer _T, infer _W, 'never'> ? false : true;

type Stored<Fields> = {
  readonly [K in keyof Fields as IsHeld<Fields[K]> extends true ? K : never]: Held<Fields[K]>;
};

/**
 * A record as it is held and rendered: every field but its links, and but those that clients send and never see again.
 */
export type Infer<R> = R extends Resource<infer Fields> ? Stored<Fields> : never;
