import type { Secret } from '../secret.ts';
import type { Seconds } from '../time.ts';
import type { Kind } from './kind.ts';
import * as kinds from './kind.ts';
import type { Infer, Resource } from './resource.ts';
import type { Version } from './version.ts';

/** Who may write a field: only this service, the client when it creates the record, or the client at any time. */
export type Writer = 'service' | 'create' | 'edit';
/** Whether a record always has a value. `unsaid`: yes when the service writes it, no when a client does. `never`: clients send it, records lack it. */
export type Presence = 'always' | 'maybe' | 'unsaid' | 'never';

export type Shape =
  | { readonly is: 'value'; readonly kind: Kind<unknown> }
  | { readonly is: 'link' }
  | { readonly is: 'record'; readonly of: () => Resource; readonly addressed?: true }
  | { readonly is: 'list'; readonly of: () => Resource; readonly max?: number; readonly addressed?: true }
  | { readonly is: 'money'; readonly kind: Kind<number> }
  | { readonly is: 'words'; readonly item: string; readonly kind: Kind<string> }
  | { readonly is: 'check' };

/** One line of a resource table (DESIGN section 4): the only place where a field is named. */
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
  /** Describes a person: shown to nobody but the site it belongs to, and erased on request. */
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
  readonly note?: string;
  /** Carries the type of the value; never set. */
  readonly phantom?: T;
}

type Value<T> = Field<T, 'service', 'unsaid'>;

const shaped = <T>(output: Shape | undefined, input: Shape | undefined, stored: boolean): Value<T> => ({
  output,
  input,
  writer: 'service',
  presence: 'unsaid',
  required: false,
  omitted: false,
  identity: false,
  personal: false,
  attribute: false,
  frozen: false,
  stored,
});

const value = <T>(kind: Kind<T>): Value<T> => {
  const shape: Shape = { is: 'value', kind: kind as Kind<unknown> };
  return shaped<T>(shape, shape, true);
};

// Plain values.
export const text = (max = 255, pattern?: RegExp): Value<string> => value(kinds.textKind(max, pattern));
export const email = (): Value<string> => value(kinds.emailKind());
export const emails = (): Value<string> => value(kinds.emailsKind());
export const country = (): Value<string> => value(kinds.countryKind());
export const currency = (): Value<string> => value(kinds.currencyKind());
export const integer = (min?: number, max?: number): Value<number> => value(kinds.integerKind(min, max));
/** A decimal as text, for example a rate: `0.0875`. */
export const decimal = (places: number, min?: number, max?: number): Value<string> =>
  value(kinds.decimalKind(places, min, max));
export const flag = (): Value<boolean> => value(kinds.flagKind());
export const time = (): Value<Seconds> => value(kinds.timeKind());
export const oneOf = <const T extends string>(choices: readonly T[]): Value<T> => value(kinds.choiceKind(choices));
/** Taken in, never stored, never returned. */
export const secret = (): Field<Secret, 'service', 'never'> => ({
  ...value(kinds.secretKind()),
  presence: 'never',
  output: undefined,
  stored: false,
});

// Amounts, records inside records, and relations.

/** Cents by ISO 4217 code. */
export type Amounts = Readonly<Record<string, number>>;
/** What a client sends of them: null takes a currency away. */
export type SentAmounts = Readonly<Record<string, number | null>>;

/** A named relation. It is rendered when the XML API has an address for it and the record has such a relation. */
export const link = (): Value<undefined> => shaped<undefined>({ is: 'link' }, undefined, false);
/** Cents by ISO 4217 code, one element for each currency. `min` and `max` bound each amount. */
export const money = (min?: number, max?: number): Value<Amounts> => {
  const shape: Shape = { is: 'money', kind: kinds.integerKind(min, max) };
  return shaped<Amounts>(shape, shape, true);
};
export const embedded = <R extends Resource>(of: () => R): Value<Infer<R>> => {
  const shape: Shape = { is: 'record', of };
  return shaped<Infer<R>>(shape, shape, true);
};
export const list = <R extends Resource>(of: () => R, max?: number): Value<readonly Infer<R>[]> => {
  const shape: Shape = { is: 'list', of, ...(max === undefined ? {} : { max }) };
  return shaped<readonly Infer<R>[]>(shape, shape, true);
};

/** Plain words, each in an element named `item`. */
export const words = (item: string, max: number): Value<readonly string[]> => {
  const shape: Shape = { is: 'words', item, kind: kinds.textKind(max) };
  return shaped<readonly string[]>(shape, shape, true);
};

/** What a bank said of a security code or an address: a code as attribute, and its meaning. */
export interface CheckResult {
  readonly code: string;
  readonly text: string;
}
export const checkResult = (): Value<CheckResult> => shaped<CheckResult>({ is: 'check' }, undefined, true);

// Who may write it.
export const onCreate = <T, P extends Presence>(field: Field<T, Writer, P>): Field<T, 'create', P> => ({
  ...field,
  writer: 'create',
});
export const editable = <T, P extends Presence>(field: Field<T, Writer, P>): Field<T, 'edit', P> => ({
  ...field,
  writer: 'edit',
});
/** Needed when the record is created, and never cleared. */
export const required = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'always'> => ({
  ...field,
  presence: 'always',
  required: true,
});
/** May be nil although the service writes it. */
export const maybe = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'maybe'> => ({
  ...field,
  presence: 'maybe',
});
/** Never nil, though the client need not send it. */
export const always = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'always'> => ({
  ...field,
  presence: 'always',
});
/** Never nil: this stands in when the client sends nothing. */
export const orElse = <T, W extends Writer>(fallback: T, field: Field<T, W>): Field<T, W, 'always'> => ({
  ...field,
  presence: 'always',
  fallback,
});
/** Repeats of an unchanged identity are accepted on an update. */
export const identity = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  identity: true,
});

// How it is shown.
export const since = <T, W extends Writer, P extends Presence>(
  version: Version,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, since: version });
export const until = <T, W extends Writer, P extends Presence>(
  version: Version,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, until: version });
export const acceptedSince = <T, W extends Writer, P extends Presence>(
  version: Version,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, acceptedSince: version });
export const asAttribute = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  attribute: true,
});
export const omittedWhenAbsent = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  omitted: true,
});
export const forTypes = <T, W extends Writer, P extends Presence>(
  types: readonly string[],
  field: Field<T, W, P>,
): Field<T, W, 'maybe'> => ({
  ...field,
  presence: 'maybe',
  types,
});
export const personal = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  personal: true,
});
export const frozen = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  frozen: true,
});
/** Taken in, never rendered. */
export const inputOnly = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'never'> => ({
  ...field,
  presence: 'never',
  output: undefined,
  stored: false,
});
/** Rendered, computed from other records when asked for. */
export const derived = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  stored: false,
});
/** Rendered as a link, taken in as a whole record or list. */
export const linkAccepting = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'never'> => ({
  ...field,
  presence: 'never',
  output: { is: 'link' },
  stored: false,
});
/** Records of their own, shown whole inside another one: each carries its address. */
export const addressed = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => {
  const { output } = field;
  return output?.is === 'record' || output?.is === 'list'
    ? { ...field, output: { ...output, addressed: true } }
    : field;
};
/** A second name on the wire for another field, whose value it repeats; the other name wins when both are sent. */
export const aliasOf = <T, W extends Writer>(name: string, field: Field<T, W>): Field<T, W, 'never'> => ({
  ...field,
  presence: 'never',
  aliasOf: name,
  stored: false,
});
export const noted = <T, W extends Writer, P extends Presence>(
  note: string,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, note });

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
