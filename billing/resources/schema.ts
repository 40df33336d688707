import type { Kind } from './kind.ts';
import type { Version } from './version.ts';

/** The writer of a field: only this service, the client when it creates the record, or the client at any time. */
export type Writer = 'service' | 'create' | 'edit';

/**
 * Whether a record always has a value. `unsaid`: yes when the service writes it, no when a client does. `never`:
 * clients send it, records lack it.
 */
export type Presence = 'always' | 'maybe' | 'unsaid' | 'never';

export type Shape =
  | { readonly is: 'value'; readonly kind: Kind<unknown> }
  | { readonly is: 'link' }
  | { readonly is: 'links' }
  | { readonly is: 'record'; readonly of: () => Resource; readonly addressed?: true }
  | { readonly is: 'list'; readonly of: () => Resource; readonly max?: number; readonly addressed?: true }
  | { readonly is: 'money'; readonly kind: Kind<number> }
  | { readonly is: 'words'; readonly item: string; readonly kind: Kind<string>; readonly max?: number }
  | { readonly is: 'check' };

/** One line of a resource table: the only place where a field is named. */
export interface Field<T = unknown, W extends Writer = Writer, P extends Presence = Presence> {
  /** The shape in which it is rendered for clients; undefined: never. */
  readonly output: Shape | undefined;
  /** The shape in which it is read from clients; undefined: never. */
  readonly input: Shape | undefined;
  readonly writer: W;
  readonly presence: P;
  readonly required: boolean;
  /** The field in whose place this one is required: beside it, it may be left out. */
  readonly requiredWithout?: string;
  /** Omitted from the response if there is no value, instead of rendered as nil. */
  readonly omitted: boolean;
  /** The identifier by which a client finds the record; accepted unchanged on an update. */
  readonly identity: boolean;
  /** Personal data: shown only to the site it belongs to, and erased on request. */
  readonly personal: boolean;
  /** Signs in, or is worth money: nil for read-only keys. A function where that depends on the record. */
  readonly credential?: true | ((record: Readonly<Record<string, unknown>>) => boolean);
  /** A copy that never changes again, stored in one JSON column. */
  readonly frozen: boolean;
  /** False if it is no column: computed, related, or stored elsewhere. */
  readonly stored: boolean;
  readonly since?: Version;
  /** The last version that has it. */
  readonly until?: Version;
  /** The field whose value this one sets on input and repeats on output. */
  readonly aliasOf?: string;
  /** Clients may send it from this version on; it is rendered in every version. */
  readonly acceptedSince?: Version;
  /** Rendered as an attribute of the root instead of an element. */
  readonly attribute: boolean;
  /** Only records whose `type` is one of these have it. */
  readonly types?: readonly string[];
  readonly fallback?: T;
  /** A list that an empty element in a request makes empty; without it, an empty one is ignored. */
  readonly exact?: true;
  readonly note?: string;
  /** Holds only the type of the value; never set. */
  readonly phantom?: T;
}

// Amounts, records inside records, and relations.

/** Cents by ISO 4217 code. */
export type CentsByCurrency = Readonly<Record<string, number>>;

/** A record that another one refers to: the name of the relation, and what its address is made of. */
export interface RelatedRecord {
  readonly relation: string;
  readonly uuid: string;
}

/** The input of clients: null removes a currency. */
export type SentAmounts = Readonly<Record<string, number | null>>;

/** The result of a bank's check of a security code or an address: a code as attribute, and its meaning. */
export interface CheckResult {
  readonly code: string;
  readonly text: string;
}

/** The type of a field's value in a stored record. */
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

/** An action that a client can take on a record now, rendered as `<a name href method>`. */
export interface Action {
  readonly method: 'put' | 'post' | 'delete';
  readonly when: (record: never) => boolean;
}

/** A table of fields: reading, writing, validation, version gates, columns and the reference page follow from it. */
export interface Resource<Fields extends Record<string, Field> = Record<string, Field>> {
  readonly name: string;
  /** The root element of a list. */
  readonly plural: string;
  readonly fields: Fields;
  readonly actions: Readonly<Record<string, Action>>;
  /**
   * The record that a request is about: clients send all of it, and fields that the request does not use are ignored.
   */
  readonly about?: () => Resource;
  /** Elements that clients also send, and that this service has no use for. */
  readonly ignored: readonly string[];
}

export type IsHeld<F> =
  F extends Field<undefined> ? false : F extends Field<infer _T, infer _W, 'never'> ? false : true;

type Stored<Fields> = {
  readonly [K in keyof Fields as IsHeld<Fields[K]> extends true ? K : never]: Held<Fields[K]>;
};

/** A stored record: every field except links and write-only fields. */
export type Infer<R> = R extends Resource<infer Fields> ? Stored<Fields> : never;
